/** Tabs with panels that can be opened and closed; and tabs inside a view. */

import { h, icon, nextId, replace } from './dom.js';

/**
 * Tabs in the centre. A tab is `{id, title, hint, element, isDirty(), closed()}`; only the element
 * is required. Adding a tab with an id that is open shows the open one.
 */
export class Tabs {
  constructor(onChange) {
    this.open = [];
    this.active = null;
    this.onChange = onChange;
    this.list = h('div', { class: 'tabs', role: 'tablist', 'aria-label': 'Open views', on: { keydown: (event) => this.key(event) } });
    this.panels = h('div', { class: 'panels' });
  }

  find(id) {
    return this.open.find((tab) => tab.id === id);
  }

  /** Adds a tab, in front of the others or behind them. */
  add(tab, inFront = true) {
    tab.panelId = nextId('panel');
    tab.panel = h('div', { class: 'panel', role: 'tabpanel', id: tab.panelId, 'aria-label': tab.title, tabindex: '-1' }, tab.element);
    this.open.push(tab);
    this.panels.append(tab.panel);
    if (inFront || this.active === null) {
      this.select(tab);
    } else {
      tab.panel.hidden = true;
      this.draw();
    }
  }

  select(tab) {
    if (this.active !== tab) {
      this.active?.hidden?.();
    }
    this.active = tab;
    for (const each of this.open) {
      each.panel.hidden = each !== tab;
    }
    this.draw();
    tab?.shown?.();
    this.onChange(tab);
  }

  close(tab) {
    const index = this.open.indexOf(tab);
    this.open.splice(index, 1);
    tab.panel.remove();
    tab.closed?.();
    if (this.active === tab) {
      this.select(this.open[Math.min(index, this.open.length - 1)] ?? null);
    } else {
      this.draw();
    }
  }

  draw() {
    const focused = this.list.contains(document.activeElement);
    replace(this.list, this.open.map((tab) => this.handle(tab)));
    const active = this.list.querySelector('[aria-selected="true"]');
    active?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    if (focused) {
      active?.focus();
    }
  }

  handle(tab) {
    const selected = tab === this.active;
    return h(
      'button',
      {
        type: 'button', role: 'tab', class: 'tab', title: tab.hint ?? tab.title, 'aria-selected': selected,
        'aria-controls': tab.panelId, tabindex: selected ? '0' : '-1',
        on: {
          click: () => this.select(tab),
          auxclick: (event) => event.button === 1 && this.askToClose(tab),
        },
      },
      tab.isDirty?.() ? h('span', { class: 'dirty', title: 'Not saved' }) : null,
      h('span', { class: 'clip' }, tab.title),
      h(
        'span',
        {
          class: 'close', title: 'Close (Delete)',
          on: {
            click: (event) => {
              event.stopPropagation();
              this.askToClose(tab);
            },
          },
        },
        icon('close'),
      ),
    );
  }

  /** Hook that may keep a tab with unsaved changes from being closed. */
  askToClose(tab) {
    this.close(tab);
  }

  key(event) {
    const index = this.open.indexOf(this.active);
    const to = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: this.open.length - 1 }[event.key];
    if (to !== undefined && this.open[to]) {
      event.preventDefault();
      this.select(this.open[to]);
    } else if (event.key === 'Delete' && this.active) {
      event.preventDefault();
      this.askToClose(this.active);
    }
  }
}

/** Tabs over parts of a view: `parts` are `[title, element]`; `select(title)` shows one. */
export function subtabs(label, parts, onSelect = () => {}) {
  const handles = new Map();
  const list = h('div', { class: 'subtabs', role: 'tablist', 'aria-label': label });
  let current = parts[0][0];
  const select = (title) => {
    current = title;
    for (const [each, element] of parts) {
      element.hidden = each !== title;
      handles.get(each).setAttribute('aria-selected', String(each === title));
      handles.get(each).tabIndex = each === title ? 0 : -1;
    }
    onSelect(title);
  };
  for (const [title, element] of parts) {
    element.id ||= nextId('part');
    element.setAttribute('role', 'tabpanel');
    element.setAttribute('aria-label', title);
    const handle = h('button', { type: 'button', role: 'tab', 'aria-controls': element.id, on: { click: () => select(title) } }, title);
    handles.set(title, handle);
    list.append(handle);
  }
  list.addEventListener('keydown', (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const next = step && parts[parts.findIndex(([title]) => title === current) + step];
    if (next) {
      select(next[0]);
      handles.get(next[0]).focus();
    }
  });
  select(current);
  return { list, select, current: () => current };
}
