/** Start view, shown while no other is open. */

import { account } from '../api/admin.js';
import { h, replace } from '../widgets/dom.js';

export function home(shell) {
  const { children, loaded } = shell.tree.model.root;
  const facts = h('p', { class: 'soft', 'aria-live': 'off' }, location.origin);
  showAccount(facts);
  return h(
    'div',
    { class: 'home' },
    h('div', null, h('h1', null, loaded && children.length === 0 ? 'An empty database' : 'Explorer'), facts),
    h(
      'div',
      { class: 'cards' },
      card('New container', 'Where items go; its partition key decides how they spread.', () => shell.newContainer()),
      card('New database', 'A name for containers that belong together, and throughput they may share.', () => shell.newDatabase()),
      card('New table', 'Entities under two keys, for clients of the Table API.', () => shell.newTable()),
      card('New query', 'SQL over the items of the container that is marked in the tree.', () => shell.newQuery()),
      card('Cluster', 'Nodes, who keeps and leads what, what is wrong and what to do.', () => shell.openCluster()),
    ),
    h(
      'p',
      { class: 'soft' },
      h('kbd', null, 'Alt'), ' ', h('kbd', null, 'T'), ' goes to the tree, ', h('kbd', null, 'Alt'), ' ', h('kbd', null, 'N'),
      ' asks a new query, ', h('kbd', null, 'Ctrl'), ' ', h('kbd', null, 'Enter'), ' runs it, ', h('kbd', null, 'Ctrl'), ' ', h('kbd', null, 'S'),
      ' saves, ', h('kbd', null, 'Delete'), ' on a tab closes it.',
    ),
    h('p', { class: 'soft' }, 'Clients that use HTTPS need ', h('a', { href: 'emulator.pem', download: '' }, 'the certificate to trust'), '.'),
  );
}

function card(title, text, click) {
  return h('button', { type: 'button', class: 'card', on: { click } }, h('strong', null, title), h('span', { class: 'soft' }, text));
}

async function showAccount(facts) {
  try {
    const { name, version, startedAt } = await account();
    replace(facts, `${name}, version ${version}, running since ${new Date(startedAt).toLocaleString()}, at ${location.origin}`);
  } catch {
    // The address is shown without the version if that cannot be read.
  }
}
