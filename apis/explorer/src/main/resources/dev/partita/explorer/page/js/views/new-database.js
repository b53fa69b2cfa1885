/** The dialog for a new database. */

import { createDatabase } from '../api/nosql.js';
import { dialog } from '../widgets/dialog.js';
import { field, h } from '../widgets/dom.js';
import { tell } from '../widgets/notices.js';
import { throughputFields } from './throughput-fields.js';

/** Returns the name of the new database, or undefined. */
export function newDatabase() {
  const id = h('input', { class: 'input', autocomplete: 'off', spellcheck: false, autofocus: true, name: 'id' });
  const throughput = throughputFields('Each container has its own');
  return dialog({
    title: 'New database',
    action: 'Create',
    content: [field('Name', id), throughput.element],
    run: async () => {
      await createDatabase(id.value, throughput.settings());
      tell('Database created', id.value);
      return id.value;
    },
  });
}
