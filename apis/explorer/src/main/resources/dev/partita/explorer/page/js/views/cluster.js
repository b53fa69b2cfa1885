/**
 * The cluster, live: what is wrong and what to do, nodes, and which node keeps and leads which
 * replication group.
 */

import { cluster } from '../api/admin.js';
import { bytes, counted, h, number, replace } from '../widgets/dom.js';

const ASK_MILLIS = 2000;

const KINDS = { healthy: 'good', degraded: 'warn', unavailable: 'bad' };

/** Opens the view, or shows it if it is open. */
export function show(tabs) {
  const known = tabs.find('cluster');
  if (known) {
    tabs.select(known);
  } else {
    tabs.add(Object.assign(create(), { id: 'cluster', address: ['cluster'], target: {} }));
  }
}

export function create() {
  return new Cluster().tab();
}

class Cluster {
  constructor() {
    this.problem = h('div', { class: 'problem', role: 'alert', hidden: true });
    this.health = h('span', { class: 'pill', role: 'status' }, 'connecting');
    this.facts = h('span', { class: 'soft' });
    this.problems = h('div', { class: 'cluster-problems' });
    this.nodes = h('div', null);
    this.groups = h('div', null);
    this.element = h(
      'div', { class: 'view scroll cluster' },
      h('div', { class: 'bar row' }, h('h1', null, 'Cluster'), this.facts, h('span', { class: 'grow' }), this.health),
      this.problem,
      h(
        'div', { class: 'tiles' },
        tile('What is wrong, and what to do', this.problems),
        tile('Nodes', this.nodes),
        tile('Who keeps what', this.groups),
      ),
    );
  }

  tab() {
    return {
      title: 'Cluster', hint: 'Nodes and replication groups', element: this.element, shows: (state) => this.show(state),
      shown: () => this.start(), hidden: () => this.stop(), closed: () => this.stop(), refresh: () => this.read(),
    };
  }

  start() {
    if (this.timer === undefined) {
      this.read();
      this.timer = setInterval(() => this.read(), ASK_MILLIS);
    }
  }

  stop() {
    clearInterval(this.timer);
    this.timer = undefined;
  }

  async read() {
    try {
      this.show(await cluster());
      this.problem.hidden = true;
    } catch (failure) {
      replace(this.problem, failure.message);
      this.problem.hidden = false;
    }
  }

  show(state) {
    this.health.className = `pill ${state.isCluster ? KINDS[state.health] : ''}`;
    replace(this.health, state.isCluster ? state.health : 'no cluster');
    if (!state.isCluster) {
      replace(this.problems, h('p', null, state.text));
      replace(this.nodes, h('p', { class: 'soft' }, 'This server.'));
      replace(this.groups, h('p', { class: 'soft' }, 'This server keeps everything.'));
      return;
    }
    const { nodes, groups, problems } = state;
    replace(this.facts, `${counted(nodes.length, 'node')}, ${counted(groups.length, 'group')}, ${state.settings.replicas} replicas wanted`);
    replace(this.problems, problems.length === 0 ? h('p', { class: 'soft' }, 'Nothing: any node may fail.') : problems.map(problemOf));
    replace(this.nodes, table('Nodes', NODE_COLUMNS, nodes));
    replace(this.groups, table('Replication groups', groupColumns(nodes), groups));
  }
}

function problemOf({ health, what, remedy }) {
  return h(
    'div', { class: 'cluster-problem' },
    h('span', { class: `pill ${KINDS[health]}` }, health === 'healthy' ? 'note' : health),
    h('div', null, h('strong', null, what), remedy ? h('p', { class: 'soft' }, remedy) : null),
  );
}

const NODE_COLUMNS = [
  ['Node', (node) => h('strong', null, node.name)],
  ['State', (node) => (node.answers ? h('span', { class: `pill ${node.state === 'serving' ? 'good' : 'warn'}` }, node.state) : h('span', { class: 'pill bad' }, 'silent'))],
  ['Address', (node) => (node.endpoint ? h('a', { href: `${node.endpoint.replace(/\/$/, '')}/_explorer/#/cluster` }, node.address) : node.address)],
  ['Place', (node) => [node.region, node.zone, node.rack].filter(Boolean).join(' / ')],
  ['Leads', (node) => number(node.leads)],
  ['Keeps', (node) => number(node.keeps)],
  ['Log', (node) => (node.logBytes === undefined ? '–' : bytes(node.logBytes))],
  ['Disk free', (node) => (node.diskBytes ? `${bytes(node.diskFreeBytes)} of ${bytes(node.diskBytes)}` : '–')],
  ['Processors', (node) => (node.cpu >= 0 ? `${number(Math.round(node.cpu * 100))} % of ${node.cores}` : `${node.cores}`)],
  ['Version', (node) => node.version ?? '–'],
];

function groupColumns(nodes) {
  return [
    ['Group', (group) => h('strong', null, group.isCatalogue ? 'catalogue' : String(group.group))],
    ['Data', (group) => bytes(group.bytes)],
    ['Use', (group) => `${number(group.requestUnits)} RU/s`],
    ['Elections', (group) => number(Math.max(0, ...group.replicas.map((replica) => replica.elections ?? 0)))],
    ...nodes.map((node) => [node.name, (group) => replicaOf(group, node)]),
  ];
}

/** What a node has of a group: led here, kept, or nothing. */
function replicaOf(group, { node, name }) {
  const replica = group.replicas.find((each) => each.node === node);
  if (!replica) {
    return h('span', { class: 'soft', title: `Nothing of it is at ${name}` }, '·');
  }
  const learns = !group.voters.includes(node);
  const lag = replica.lag ?? 0;
  const kind = !replica.takesPart ? 'bad' : replica.leads ? 'good' : replica.isInstalling || lag > 10000 ? 'warn' : '';
  const text = !replica.takesPart ? 'silent' : replica.leads ? 'leads' : replica.isInstalling ? 'copying' : learns ? 'learns' : 'follows';
  const title = replica.problem ?? (replica.lastIndex === undefined ? '' : `entry ${number(replica.appliedIndex)} of ${number(replica.lastIndex)}, log ${bytes(replica.logBytes)}`);
  return h('span', { class: `pill ${kind}`, title }, lag > 0 ? `${text} −${number(lag)}` : text);
}

function table(label, columns, rows) {
  return h(
    'table', { class: 'cluster-table', 'aria-label': label },
    h('thead', null, h('tr', null, columns.map(([title]) => h('th', { scope: 'col' }, title)))),
    h('tbody', null, rows.map((row) => h('tr', null, columns.map(([, render]) => h('td', null, render(row)))))),
  );
}

function tile(title, content) {
  return h('section', { class: 'tile wide', 'aria-label': title }, h('div', { class: 'tile-head' }, h('h2', null, title)), content);
}
