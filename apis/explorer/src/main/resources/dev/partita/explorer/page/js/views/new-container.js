/** The dialog for a new container. */

import { Graph } from '../api/gremlin.js';
import { createContainer, createDatabase } from '../api/nosql.js';
import { dialog } from '../widgets/dialog.js';
import { button, field, h, replace } from '../widgets/dom.js';
import { complain, tell } from '../widgets/notices.js';
import { throughputFields } from './throughput-fields.js';

const NEW = '\u0000new';
const MOST_LEVELS = 3;

/** Returns `{database, container}` of the new container, or undefined. */
export function newContainer(model, chosen) {
  const names = model.root.children.map((node) => node.id).filter((name) => !name.includes('/'));
  const database = h(
    'select', { class: 'input', name: 'database' },
    names.map((name) => h('option', { value: name, selected: name === chosen }, name)), h('option', { value: NEW, selected: names.length === 0 }, 'New database …'),
  );
  const newName = h('input', { class: 'input', autocomplete: 'off', spellcheck: false, name: 'new-database' });
  const newField = field('Name of the new database', newName);
  newField.hidden = database.value !== NEW;
  database.addEventListener('change', () => {
    newField.hidden = database.value !== NEW;
  });
  const id = h('input', { class: 'input', autocomplete: 'off', spellcheck: false, autofocus: true, name: 'id' });
  const key = keyPaths();
  const unique = h('textarea', { class: 'input area mono', rows: 2, spellcheck: false, placeholder: '/email\n/firstName, /lastName', name: 'unique' });
  const ttl = h('input', { class: 'input', type: 'number', min: '-1', placeholder: 'off', name: 'ttl' });
  const graph = h('input', { type: 'checkbox', name: 'graph' });
  const throughput = throughputFields('Shared, or the default', { mode: 'manual', amount: 400 });
  return dialog({
    title: 'New container',
    action: 'Create',
    content: [
      field('Database', database), newField, field('Name', id), key.element,
      h('label', { class: 'choice' }, graph, 'A graph, for Gremlin: its vertices have the partition key as a property'), throughput.element,
      h('details', null, h('summary', null, 'More'), h(
        'div', { class: 'stack' },
        field('Unique keys', unique, 'One a line; paths with commas between them. Unique within a partition key.'),
        field('Time to live in seconds', ttl, '-1 lets items have their own, without one for all.'),
      )),
    ],
    run: async () => {
      const definition = { id: id.value, partitionKey: key.value(), ...uniqueKeys(unique.value), ...timeToLive(ttl.value) };
      if (graph.checked && definition.partitionKey.paths.length > 1) {
        throw new Error('A graph has one property as its partition key.');
      }
      const settings = throughput.settings();
      const owner = database.value === NEW ? newName.value : database.value;
      if (database.value === NEW) {
        await createDatabase(owner, null);
        database.append(h('option', { value: owner, selected: true }, owner));
        newField.hidden = true;
      }
      await createContainer(owner, definition, settings);
      if (graph.checked) {
        await makeGraph(owner, id.value);
      }
      tell('Container created', `${owner} / ${id.value}`);
      return { database: owner, container: id.value };
    },
  });
}

/** Creates a graph; the first traversal adds the indexes of edges to the container. */
async function makeGraph(database, name) {
  await new Graph(database, name).run('g.V().limit(1)', {}, { quiet: true }).catch((failure) => complain(`${name} is no graph`, failure));
}

/** One path, or up to three for a hierarchical key. */
function keyPaths() {
  const inputs = [];
  const list = h('div', { class: 'stack tight' });
  const add = button('Add a level', { icon: 'add', kind: 'quiet small', click: () => more().focus() });
  const hint = h('span', { class: 'hint' }, 'A property with many different values that most requests know. It cannot be changed later.');
  const more = () => {
    const input = h('input', {
      class: 'input mono', autocomplete: 'off', spellcheck: false, placeholder: inputs.length === 0 ? '/customerId' : '/orderId',
      'aria-label': `Partition key, level ${inputs.length + 1}`, name: 'key',
    });
    inputs.push(input);
    draw();
    return input;
  };
  const draw = () => {
    replace(list, inputs);
    add.hidden = inputs.length >= MOST_LEVELS;
  };
  more();
  return {
    element: h('fieldset', { class: 'plain stack tight' }, h('legend', { class: 'label' }, 'Partition key'), list, h('div', null, add), hint),
    value() {
      const paths = inputs.map((input) => input.value.trim()).filter((path) => path !== '').map((path) => (path.startsWith('/') ? path : `/${path}`));
      if (paths.length === 0) {
        throw new Error('The partition key is missing: name a property, such as /customerId.');
      }
      return { paths, kind: paths.length > 1 ? 'MultiHash' : 'Hash', version: 2 };
    },
  };
}

function uniqueKeys(text) {
  const keys = text.split('\n').map((line) => line.split(',').map((path) => path.trim()).filter((path) => path !== ''))
    .filter((paths) => paths.length > 0).map((paths) => ({ paths }));
  return keys.length > 0 ? { uniqueKeyPolicy: { uniqueKeys: keys } } : {};
}

function timeToLive(text) {
  return text.trim() === '' ? {} : { defaultTtl: Number(text) };
}
