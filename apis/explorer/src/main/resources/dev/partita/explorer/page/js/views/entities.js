/**
 * Entities of a table: a list with their properties, a filter, and an editor for JSON with types.
 */

import { deleteTable, Entities } from '../api/tables.js';
import { confirm } from '../widgets/dialog.js';
import { button } from '../widgets/dom.js';
import { tell } from '../widgets/notices.js';
import { ItemsView } from './items.js';

const MOST_COLUMNS = 20;
const LONGEST_CELL = 200;
const KEYS = ['PartitionKey', 'RowKey'];

export function create(shell, { database, container }) {
  const entities = new Entities(database, container);
  const remove = button('Delete table', { icon: 'trash', kind: 'quiet danger', click: () => askToDelete(shell, database, container) });
  return new ItemsView(shell, entities, { buttons: [remove], columns: propertyColumns }).tab();
}

function askToDelete(shell, database, table) {
  return confirm({
    title: 'Delete this table?',
    text: `${table} and all of its entities will be gone for good.`,
    action: 'Delete',
    name: table,
    run: async () => {
      await deleteTable(database, table);
      tell('Table deleted', table);
      shell.gone(database, table);
    },
  });
}

/** Columns for all properties, in the order in which they appear. */
function propertyColumns(rows) {
  const names = new Set();
  for (const { entity } of rows) {
    for (const name of Object.keys(entity)) {
      if (names.size < MOST_COLUMNS && !KEYS.includes(name) && !name.includes('odata.')) {
        names.add(name);
      }
    }
  }
  return [...names].map((name) => ({ title: name, width: 'minmax(110px, 1fr)', className: 'soft', render: ({ entity }) => cell(entity[name]) }));
}

function cell(value) {
  const text = value === undefined ? '–' : String(value);
  return text.length > LONGEST_CELL ? `${text.slice(0, LONGEST_CELL)} …` : text;
}
