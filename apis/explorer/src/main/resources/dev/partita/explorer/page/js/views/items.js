/** The items of a container: a list that can be filtered, and an editor for one. */

import { Items } from '../api/nosql.js';
import { button, field, h, number, replace } from '../widgets/dom.js';
import { DataTable } from '../widgets/data-table.js';
import { complain } from '../widgets/notices.js';
import { learn } from './known-properties.js';
import { ItemEditor } from './item-editor.js';

const PAGE = 100;

export function create(shell, target) {
  return new ItemsView(shell, target).tab();
}

/** A key as people read it: the values, without the brackets of a header. */
export function keyText(key) {
  return key.map((value) => (value !== null && typeof value === 'object' ? '(none)' : typeof value === 'string' ? value : JSON.stringify(value))).join(' / ');
}

class ItemsView {
  constructor(shell, { database, container, definition }) {
    this.shell = shell;
    this.database = database;
    this.container = container;
    const paths = definition.partitionKey.paths;
    this.items = new Items(database, container, paths);
    this.rows = [];
    this.continuation = null;
    this.table = new DataTable('Items', [
      { title: 'id', render: (row) => row.id },
      { title: paths.join(' '), render: (row) => keyText(row.key), className: 'soft' },
    ], { chosen: (row) => this.show(row) });
    this.editor = new ItemEditor(this.items, {
      saved: (row) => this.saved(row), removed: (row) => this.removed(row), touched: () => shell.touched(),
    });
    this.element = h('div', { class: 'view split' }, h('div', { class: 'pane' }, this.bar(), this.table.element, this.foot()), this.editor.element);
    this.load();
  }

  tab() {
    return {
      title: `${this.container} · Items`, hint: `${this.database} / ${this.container} / Items`, element: this.element,
      isDirty: () => this.editor.isDirty(), refresh: () => this.load(),
    };
  }

  bar() {
    this.condition = h('input', {
      class: 'input mono', placeholder: 'c.total > 10 ORDER BY c.id', 'aria-label': 'Condition that the items fulfil', spellcheck: false, autocomplete: 'off',
      on: { keydown: (event) => event.key === 'Enter' && this.load() },
    });
    this.problem = h('div', { class: 'problem', role: 'alert', hidden: true });
    return h(
      'div',
      { class: 'bar stack tight' },
      h(
        'div', { class: 'row' },
        button('New item', { icon: 'add', kind: 'primary', click: () => this.create() }),
        button('Upload', { icon: 'upload', click: () => this.upload() }),
        button('New query', { icon: 'query', kind: 'quiet', click: () => this.shell.newQuery({ database: this.database, container: this.container }) }),
      ),
      h('div', { class: 'row nowrap' }, h('span', { class: 'label' }, 'WHERE'), h('div', { class: 'grow' }, this.condition), button('Apply', { click: () => this.load() })),
      this.problem,
    );
  }

  foot() {
    this.count = h('span', { class: 'soft', role: 'status' });
    this.more = button('Load more', { kind: 'small', hidden: true, click: () => this.load(true) });
    return h('div', { class: 'foot row' }, this.count, h('span', { class: 'grow' }), this.more);
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
        replace(this.problem, failure.message);
        this.problem.hidden = false;
        replace(this.count, 'The list is as it was.');
      }
    }
  }

  draw(ru) {
    this.table.show(this.rows);
    this.more.hidden = !this.continuation;
    const which = this.continuation ? 'first ' : '';
    replace(this.count, this.rows.length === 0 ? 'No items' : `${which}${number(this.rows.length)} ${this.rows.length === 1 ? 'item' : 'items'}`, ru === undefined ? '' : `, ${number(ru)} RU`);
  }

  async show(row) {
    if (!(await this.editor.mayLeave())) {
      return;
    }
    try {
      const item = await this.items.read(row.id, row.key, row._self);
      learn(this.database, this.container, item.text);
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
    const index = this.rows.findIndex((each) => each._self === row._self);
    if (index >= 0) {
      this.rows[index] = row;
    } else {
      this.rows.unshift(row);
    }
    this.draw();
    this.table.mark(index >= 0 ? index : 0);
  }

  removed(row) {
    this.rows = this.rows.filter((each) => each._self !== row._self);
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
