/** Selection of rows in a list: a checkbox in each, one for all, and ranges with Shift. */

import { h } from './dom.js';

export class Selection {
  /**
   * @param rows returns the current rows
   * @param identity returns the identity of a row
   * @param changed called after each change
   */
  constructor(rows, identity, changed) {
    this.allRows = rows;
    this.identity = identity;
    this.changed = changed;
    this.chosen = new Set();
    this.last = null;
  }

  get size() {
    return this.chosen.size;
  }

  has(row) {
    return this.chosen.has(this.identity(row));
  }

  rows() {
    return this.allRows().filter((row) => this.has(row));
  }

  /** Toggles a row; with `range`, all rows up to the previously toggled one get the same state. */
  toggle(row, range = false) {
    const select = !this.has(row);
    const rows = this.allRows();
    const from = rows.findIndex((each) => this.identity(each) === this.last);
    const to = rows.indexOf(row);
    const affected = range && from >= 0 ? rows.slice(Math.min(from, to), Math.max(from, to) + 1) : [row];
    affected.forEach((each) => this.set(each, select));
    this.last = this.identity(row);
    this.changed();
  }

  toggleAll() {
    const rows = this.allRows();
    const select = !rows.every((row) => this.has(row));
    rows.forEach((row) => this.set(row, select));
    this.changed();
  }

  set(row, select) {
    if (select) {
      this.chosen.add(this.identity(row));
    } else {
      this.chosen.delete(this.identity(row));
    }
  }

  /** Drops rows that are no longer in the list. */
  keepTo(rows) {
    const there = new Set(rows.map((row) => this.identity(row)));
    [...this.chosen].filter((identity) => !there.has(identity)).forEach((identity) => this.chosen.delete(identity));
    this.changed();
  }

  /**
   * Column with the checkboxes;
   *
   * @param label returns the name of a row for screen readers
   */
  column(label) {
    this.all ??= h('input', { type: 'checkbox', 'aria-label': 'Select all in the list', on: { click: () => this.toggleAll() } });
    return {
      title: this.all,
      width: '34px',
      render: (row) => h('input', {
        type: 'checkbox', tabindex: '-1', checked: this.has(row), 'aria-label': label(row),
        on: {
          click: (event) => {
            event.stopPropagation();
            this.toggle(row, event.shiftKey);
          },
        },
      }),
    };
  }

  /** Updates the checkbox for all rows. */
  mark() {
    const rows = this.allRows();
    this.all.checked = rows.length > 0 && this.size === rows.length;
    this.all.indeterminate = this.size > 0 && this.size < rows.length;
  }
}
