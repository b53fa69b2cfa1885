/** The dialog for a new table. */

import { account } from '../api/admin.js';
import { createTable } from '../api/tables.js';
import { dialog } from '../widgets/dialog.js';
import { field, h, replace } from '../widgets/dom.js';
import { tell } from '../widgets/notices.js';

const COSMOS = 'TablesDB';

/** Returns `{database, container}` of the new table, or undefined. */
export function newTable() {
  const database = h('select', { class: 'input', name: 'account' }, h('option', { value: COSMOS }, 'The Cosmos account'));
  const id = h('input', { class: 'input', autocomplete: 'off', spellcheck: false, autofocus: true, name: 'id' });
  offerAccounts(database);
  return dialog({
    title: 'New table',
    action: 'Create',
    content: [
      field('Account', database, 'Tables of storage accounts are divided into ranges of keys, those of the Cosmos account by hash.'),
      field('Name', id, 'Letters and digits, the first a letter.'),
    ],
    run: async () => {
      await createTable(database.value, id.value);
      tell('Table created', id.value);
      const storage = database.value !== COSMOS;
      return { database: database.value, container: storage ? id.value.toLowerCase() : id.value };
    },
  });
}

async function offerAccounts(database) {
  const { storageAccounts } = await account().catch(() => ({ storageAccounts: [] }));
  const storage = storageAccounts.map((name) => h('option', { value: `${name}/tables` }, `Storage account ${name}`));
  replace(database, storage, [...database.options]);
  database.selectedIndex = 0;
}
