/** Items of a container, or entities of a table: a list with a filter, and an editor. */

import { Items } from '../api/nosql.js';
import { button, h, number, replace } from '../widgets/dom.js';
import { DataTable } from '../widgets/data-table.js';
import { complain } from '../widgets/notices.js';
import { showProblem } from '../widgets/problem.js';
import { Selection } from '../widgets/selection.js';
import { learn } from './known-properties.js';
import { ItemEditor } from './item-editor.js';

const PAGE = 100;
const KEY_WIDTH = 'minmax(110px, 1fr)';

export function create(shell, { database, container, definition }) {
  const items = new Items(database, container, definition.partitionKey.paths);
  const newQuery = button('New query', { icon: 'query', kind: 'quiet', click: () => shell.newQuery({ database, container }) });
  return new ItemsView(shell, items, { buttons: [newQuery] }).tab();
}

/** A key for display: the values, without the brackets of a header. */
export function keyText(key) {
  return key.map((value) => (value !== null && typeof value === 'object' ? '(none)' : typeof value === 'string' ? value : JSON.stringify(value))).join(' / ');
}

export class ItemsView {
  /**
   * @param items the data source, `Items` or `Entities`
   * @param buttons additional commands
   * @param columns additional columns of the list, for rows that have been read
   */
  constructor(shell, items, { buttons = [], columns = () => [] } = {}) {
    this.shell = shell;
    this.items = items;
    this.words = items.words;
    this.buttons = buttons;
    this.moreColumns = columns;
    this.rows = [];
    this.continuation = null;
    this.selection = new Selection(() => this.rows, (row) => row.identity, () => this.selected());
    this.table = new DataTable(this.words.title, this.columns(), {
      chosen: (row) => this.show(row), toggled: (row) => this.selection.toggle(row),
    });
    this.editor = new ItemEditor(items, {
      saved: (row) => this.saved(row), removed: (row) => this.removed(row), touched: () => shell.touched(),
    });
    this.element = h('div', { class: 'view split' }, h('div', { class: 'pane' }, this.bar(), this.table.element, this.foot()), this.editor.element);
    this.load();
  }

  tab() {
    const { database, name } = this.items;
    return {
      title: `${name} · ${this.words.title}`, hint: `${database} / ${name} / ${this.words.title}`, element: this.element,
      isDirty: () => this.editor.isDirty(), refresh: () => this.load(),
    };
  }

  columns() {
    return [
      this.selection.column((row) => `Select ${row.id}`),
      { title: this.words.id, width: KEY_WIDTH, render: (row) => row.id },
      { title: this.items.paths.join(' '), width: KEY_WIDTH, render: (row) => keyText(row.key), className: 'soft' },
      ...this.moreColumns(this.rows),
    ];
  }

  bar() {
    const { label, about, example } = this.items.condition;
    this.condition = h('input', {
      class: 'input mono', placeholder: example, 'aria-label': about, spellcheck: false, autocomplete: 'off',
      on: { keydown: (event) => event.key === 'Enter' && this.load() },
    });
    this.problem = h('div', { class: 'problem', role: 'alert', hidden: true });
    return h(
      'div',
      { class: 'bar stack tight' },
      h(
        'div', { class: 'row' },
        button(`New ${this.words.one}`, { icon: 'add', kind: 'primary', click: () => this.create() }),
        button('Upload', { icon: 'upload', click: () => this.upload() }),
        this.buttons,
      ),
      h('div', { class: 'row nowrap' }, h('span', { class: 'label' }, label), h('div', { class: 'grow' }, this.condition), button('Apply', { click: () => this.load() })),
      this.problem,
    );
  }

  foot() {
    this.count = h('span', { class: 'soft', role: 'status' });
    this.deleteButton = button('Delete selected', { icon: 'trash', kind: 'small danger', hidden: true, click: () => this.deleteSelected() });
    this.more = button('Load more', { kind: 'small', hidden: true, click: () => this.load(true) });
    return h('div', { class: 'foot row' }, this.count, h('span', { class: 'grow' }), this.deleteButton, this.more);
  }

  async load(more = false) {
    this.loading?.abort();
    this.loading = new AbortController();
    const { signal } = this.loading;
    this.problem.hidden = true;
    replace(this.count, 'Loading …');
    try {
      const page = await this.items.list(this.condition.value, { continuation: more ? this.continuation : null, count: PAGE, signal });
      this.rows = more ? [...this.rows, ...page.rows] : page.rows;
      this.continuation = page.continuation;
      this.draw(page.ru);
    } catch (failure) {
      if (failure.name !== 'AbortError') {
        showProblem(this.problem, failure);
        replace(this.count, 'The list is as it was.');
      }
    }
  }

  draw(ru) {
    this.table.setColumns(this.columns());
    this.table.show(this.rows);
    this.selection.keepTo(this.rows);
    this.more.hidden = !this.continuation;
    const which = this.continuation ? 'first ' : '';
    const count = this.rows.length;
    replace(this.count, count === 0 ? `No ${this.words.many}` : `${which}${number(count)} ${count === 1 ? this.words.one : this.words.many}`, ru > 0 ? `, ${number(ru)} RU` : '');
  }

  /** Updates the commands to the selection. */
  selected() {
    const count = this.selection.size;
    this.deleteButton.hidden = count === 0;
    replace(this.deleteButton.querySelector('.words'), `Delete ${number(count)} selected`);
    this.selection.mark();
    this.table.refresh();
  }

  async deleteSelected() {
    const { deleteAll } = await import('./delete-items.js');
    const gone = await deleteAll(this.items, this.selection.rows());
    const identities = new Set(gone.map((row) => row.identity));
    if (this.editor.row && identities.has(this.editor.row.identity)) {
      this.editor.close();
      this.table.mark(-1);
    }
    this.rows = this.rows.filter((row) => !identities.has(row.identity));
    this.draw();
  }

  async show(row) {
    if (!(await this.editor.mayLeave())) {
      return;
    }
    try {
      const item = await this.items.read(row.id, row.key, row.self);
      learn(this.items.database, this.items.name, item.text);
      this.editor.edit(row, item.text, item.etag);
    } catch (failure) {
      complain(`Cannot read ${row.id}`, failure);
    }
  }

  async create() {
    if (await this.editor.mayLeave()) {
      this.table.mark(-1);
      this.editor.create();
    }
  }

  saved(row) {
    const index = this.rows.findIndex((each) => each.identity === row.identity);
    if (index >= 0) {
      this.rows[index] = row;
    } else {
      this.rows.unshift(row);
    }
    this.draw();
    this.table.mark(index >= 0 ? index : 0);
  }

  removed(row) {
    this.rows = this.rows.filter((each) => each.identity !== row.identity);
    this.table.mark(-1);
    this.draw();
  }

  async upload() {
    const { upload } = await import('./upload.js');
    if (await upload(this.items)) {
      this.load();
    }
  }
}
