/**
 * Table of any length: only visible rows have elements, and each can be reached with the keyboard.
 */

import { h, replace } from './dom.js';
import { VirtualList } from './virtual-list.js';

const ROW_HEIGHT = 28;

export class DataTable {
  /**
   * @param columns `{title, width, render(row), className}`; the width is a grid track of CSS
   * @param chosen called with a row that is clicked or entered
   * @param toggled called with a row when the space bar is pressed on it
   */
  constructor(label, columns, { chosen = null, toggled = null, rowClass = () => '' } = {}) {
    this.columns = columns;
    this.rows = [];
    this.active = -1;
    this.chosen = chosen;
    this.toggled = toggled;
    this.rowClass = rowClass;
    this.head = h('div', { class: 'table-row table-head', role: 'row' });
    this.element = h('div', {
      class: 'table', role: 'grid', tabindex: '0', 'aria-label': label,
      on: {
        keydown: (event) => this.key(event),
        click: (event) => {
          const row = event.target.closest('[data-index]');
          if (row) {
            this.choose(Number(row.dataset.index));
          }
        },
      },
    }, this.head);
    this.list = new VirtualList(this.element, ROW_HEIGHT, (index) => this.row(index), ROW_HEIGHT);
    this.setColumns(columns);
  }

  setColumns(columns) {
    this.columns = columns;
    this.element.style.setProperty('--columns', columns.map((column) => column.width ?? 'minmax(80px, 1fr)').join(' '));
    replace(this.head, columns.map((column) => h('div', { role: 'columnheader', class: `cell clip ${column.className ?? ''}` }, column.title)));
  }

  show(rows) {
    this.rows = rows;
    this.active = Math.min(this.active, rows.length - 1);
    this.element.setAttribute('aria-rowcount', String(rows.length + 1));
    this.list.reset(rows.length);
  }

  /** Renders the visible rows again. */
  refresh() {
    this.list.reset(this.rows.length);
  }

  row(index) {
    const row = this.rows[index];
    return h(
      'div',
      {
        class: `table-row ${this.chosen ? 'choosable' : ''} ${index === this.active ? 'active' : ''} ${this.rowClass(row)}`, role: 'row',
        'aria-rowindex': index + 2, 'aria-selected': this.chosen ? index === this.active : undefined, dataset: { index },
      },
      this.columns.map((column) => h('div', { role: 'gridcell', class: `cell clip ${column.className ?? ''}` }, column.render(row))),
    );
  }

  mark(index) {
    const before = this.active;
    this.active = index;
    this.list.refresh(before);
    this.list.refresh(index);
  }

  choose(index) {
    this.mark(index);
    this.chosen?.(this.rows[index], index);
  }

  key(event) {
    const page = Math.max(1, Math.floor(this.element.clientHeight / ROW_HEIGHT) - 2);
    const to = {
      ArrowDown: this.active + 1, ArrowUp: this.active - 1, PageDown: this.active + page, PageUp: this.active - page,
      Home: 0, End: this.rows.length - 1,
    }[event.key];
    if (event.target !== this.element || this.rows.length === 0) {
      return;
    }
    if (to !== undefined) {
      event.preventDefault();
      const index = Math.max(0, Math.min(to, this.rows.length - 1));
      this.list.reveal(index);
      this.mark(index);
    } else if (event.key === 'Enter' && this.active >= 0) {
      event.preventDefault();
      this.choose(this.active);
    } else if (event.key === ' ' && this.toggled && this.active >= 0) {
      event.preventDefault();
      this.toggled(this.rows[this.active]);
    }
  }
}
