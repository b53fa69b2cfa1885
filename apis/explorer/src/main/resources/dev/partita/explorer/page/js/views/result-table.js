/** Results of a query as a table: a column for each property, in the order in which they appear. */

import { h } from '../widgets/dom.js';
import { DataTable } from '../widgets/data-table.js';

const MOST_COLUMNS = 60;
const LONGEST_CELL = 300;
const SYSTEM = ['_rid', '_self', '_etag', '_attachments'];

export class ResultTable {
  constructor() {
    this.table = new DataTable('Results', []);
    this.element = this.table.element;
  }

  show(elements) {
    const rows = elements.map((text, i) => ({ value: JSON.parse(text), number: i + 1 }));
    const names = columnNames(rows.map((row) => row.value));
    const columns = names.length === 0
      ? [{ title: 'value', render: ({ value }) => cell(value) }]
      : names.map((name) => ({ title: name, width: 'minmax(120px, 1fr)', render: ({ value }) => cell(isObject(value) ? value[name] : undefined) }));
    this.table.setColumns([{ title: '#', width: '56px', className: 'soft number', render: (row) => String(row.number) }, ...columns]);
    this.table.show(rows);
  }
}

function columnNames(values) {
  const names = new Set();
  for (const value of values) {
    if (isObject(value)) {
      for (const name of Object.keys(value)) {
        if (!SYSTEM.includes(name) && names.size < MOST_COLUMNS) {
          names.add(name);
        }
      }
    }
  }
  return [...names];
}

function isObject(value) {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

function cell(value) {
  if (value === undefined) {
    return h('span', { class: 'soft' }, '–');
  }
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > LONGEST_CELL ? `${text.slice(0, LONGEST_CELL)} …` : text;
}
