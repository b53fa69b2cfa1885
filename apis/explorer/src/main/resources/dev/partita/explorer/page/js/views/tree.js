/** Tree on the left: databases, containers and their parts. */

import { findContainers } from '../api/admin.js';
import { debounced, h, icon, number, perFrame } from '../widgets/dom.js';
import { VirtualList } from '../widgets/virtual-list.js';
import { TreeModel } from './tree-model.js';

const ROW_HEIGHT = 28;

export class Tree {
  /** @param open shows the view of a node */
  constructor(open) {
    this.open = open;
    this.rows = [];
    this.active = 0;
    this.typed = '';
    this.model = new TreeModel(perFrame(() => this.draw()));
    this.element = h('div', {
      class: 'tree', role: 'tree', tabindex: '0', 'aria-label': 'Databases and containers',
      on: { keydown: (event) => this.key(event), click: (event) => this.click(event) },
    });
    this.list = new VirtualList(this.element, ROW_HEIGHT, (index) => this.row(index));
    const search = debounced(250, (text) => this.search(text));
    this.filter = h('input', {
      class: 'input', type: 'search', placeholder: 'Filter', 'aria-label': 'Filter databases and containers',
      autocomplete: 'off', spellcheck: false,
      on: {
        input: () => {
          this.model.filter = this.filter.value;
          this.draw();
          search(this.filter.value.trim());
        },
        keydown: (event) => {
          if (event.key === 'ArrowDown') {
            event.preventDefault();
            this.element.focus();
          }
        },
      },
    });
    this.side = h('nav', { class: 'side', 'aria-label': 'Resources' }, h('div', { class: 'filter' }, this.filter), this.element);
  }

  /** Searches databases that have not been opened on the server, and loads those with results. */
  async search(text) {
    if (text === '') {
      return;
    }
    try {
      const { containers } = await findContainers(text);
      const names = new Set(containers.map((each) => each.database));
      await Promise.all([...names].map((name) => this.model.database(name)).filter(Boolean).map((node) => this.model.load(node)));
    } catch {
      // The loaded nodes are filtered in any case.
    }
  }

  draw() {
    const before = this.rows[this.active]?.node;
    this.rows = this.model.rows();
    const kept = this.rows.findIndex((row) => row.node && row.node === before);
    this.active = kept >= 0 ? kept : Math.max(0, Math.min(this.active, this.rows.length - 1));
    this.list.reset(this.rows.length);
    this.mark();
  }

  row(index) {
    const { node, message, level } = this.rows[index];
    if (!node) {
      return h('div', { class: `tree-row message indent-${level} clip`, role: 'none', title: message, dataset: { index } }, h('span', { class: 'twist none' }), message);
    }
    const opens = node.kind !== 'part' && node.kind !== 'script';
    return h(
      'div',
      {
        id: `tree-${index}`, class: `tree-row indent-${level} ${index === this.active ? 'active' : ''}`, role: 'treeitem',
        'aria-level': level + 1, 'aria-expanded': opens ? node.open : undefined, 'aria-selected': index === this.active,
        title: node.name, dataset: { index },
      },
      icon('twist', `twist ${opens ? (node.open ? 'open' : '') : 'none'}`),
      icon(node.icon),
      h('span', { class: 'name clip' }, node.name),
      node.kind === 'database' ? h('span', { class: 'tally' }, number(node.loaded ? node.children.length : node.count)) : null,
    );
  }

  mark() {
    if (this.rows[this.active]?.node) {
      this.element.setAttribute('aria-activedescendant', `tree-${this.active}`);
    } else {
      this.element.removeAttribute('aria-activedescendant');
    }
  }

  move(index) {
    const before = this.active;
    this.active = Math.max(0, Math.min(index, this.rows.length - 1));
    this.list.reveal(this.active);
    this.list.refresh(before);
    this.list.refresh(this.active);
    this.mark();
  }

  click(event) {
    const row = event.target.closest('.tree-row');
    if (row) {
      this.move(Number(row.dataset.index));
      this.act(this.rows[this.active].node, event.target.closest('.twist') !== null);
    }
  }

  /** Action of a click or Enter: shows a node, and opens or closes it. */
  act(node, twistOnly = false) {
    if (!node) {
      return;
    }
    const opens = node.kind !== 'part' && node.kind !== 'script';
    if (opens && node.open) {
      this.model.collapse(node);
    } else if (opens) {
      this.model.expand(node);
      if (node.view && !twistOnly) {
        this.open(node.view, node);
      }
    } else {
      this.open(node.view, node);
    }
  }

  key(event) {
    const node = this.rows[this.active]?.node;
    const page = Math.max(1, Math.floor(this.element.clientHeight / ROW_HEIGHT) - 1);
    const to = {
      ArrowDown: this.active + 1, ArrowUp: this.active - 1, PageDown: this.active + page, PageUp: this.active - page,
      Home: 0, End: this.rows.length - 1,
    }[event.key];
    if (to !== undefined) {
      this.move(to);
    } else if (event.key === 'ArrowRight' && node) {
      this.right(node);
    } else if (event.key === 'ArrowLeft' && node) {
      this.left(node);
    } else if (event.key === 'Enter' || event.key === ' ') {
      this.act(node);
    } else if (event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey) {
      this.type(event.key);
    } else {
      return;
    }
    event.preventDefault();
  }

  right(node) {
    const opens = node.kind !== 'part' && node.kind !== 'script';
    if (opens && !node.open) {
      this.model.expand(node);
    } else if (node.open) {
      this.move(this.active + 1);
    }
  }

  left(node) {
    if (node.open) {
      this.model.collapse(node);
    } else {
      this.move(this.rows.findIndex((row) => row.node === node.parent));
    }
  }

  /** Moves to the next name that begins with the letters typed. */
  type(letter) {
    clearTimeout(this.typing);
    this.typed += letter.toLowerCase();
    this.typing = setTimeout(() => {
      this.typed = '';
    }, 700);
    const from = this.typed.length > 1 ? this.active : this.active + 1;
    for (let i = 0; i < this.rows.length; i += 1) {
      const index = (from + i) % this.rows.length;
      if (this.rows[index].node?.name.toLowerCase().startsWith(this.typed)) {
        this.move(index);
        return;
      }
    }
  }

  /** Selects the row of the view in front, if it is visible. */
  point(view, target) {
    const isIn = (node) => node?.database === target.database && node.container === target.container;
    const isOf = ({ node }) => isIn(node) && node.view === view
      && (view !== 'script' || (node.script === target.script && node.id === target.id));
    // A view without a visible row of its own selects the row of its container.
    const own = this.rows.findLastIndex(isOf);
    const index = own >= 0 ? own : this.rows.findIndex(({ node }) => isIn(node) && node.kind === 'container');
    if (index >= 0 && index !== this.active) {
      this.move(index);
    }
  }

  /** Database and container of the selected row. */
  selection() {
    return this.rows[this.active]?.node ?? null;
  }
}
