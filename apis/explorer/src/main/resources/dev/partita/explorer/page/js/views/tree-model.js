/**
 * Databases and their contents, as far as they are loaded. Children are loaded when a node is first
 * opened, page by page; loaded ones can be used while the rest arrives.
 */

import { containers, databases } from '../api/admin.js';
import { KINDS, Scripts } from '../api/scripts.js';

const PARTITIONS = { view: 'partitions', name: 'Partitions', icon: 'partitions' };
const GRAPH = { view: 'graph', name: 'Graph', icon: 'graph' };
const ENTITIES = { view: 'entities', name: 'Entities', icon: 'table' };
const ITEMS = { view: 'items', name: 'Items', icon: 'items' };
const SETTINGS = { view: 'settings', name: 'Scale & settings', icon: 'settings' };

/** Parts of the containers of each API, besides scripts. */
const PARTS = {
  nosql: [PARTITIONS, ITEMS, SETTINGS],
  gremlin: [PARTITIONS, GRAPH, ITEMS, SETTINGS],
  table: [PARTITIONS, ENTITIES, ITEMS, SETTINGS],
};

/** Tables of storage accounts have no settings and scripts, and no other API reads them. */
const STORAGE_PARTS = [PARTITIONS, ENTITIES];
const ICONS = { nosql: 'container', gremlin: 'graph', table: 'table' };

export class TreeModel {
  /** @param changed called after each change */
  constructor(changed) {
    this.changed = changed;
    this.filter = '';
    this.root = this.node({ kind: 'root', load: (node) => this.loadDatabases(node) }, null);
    this.root.open = true;
  }

  node(properties, parent) {
    return { children: [], loaded: false, loading: null, problem: null, open: false, parent, ...properties };
  }

  /** Opens a node and loads its children, unless they are loaded. */
  async expand(node) {
    node.open = true;
    this.changed();
    await this.load(node);
  }

  collapse(node) {
    node.open = false;
    this.changed();
  }

  load(node) {
    if (!node.load || node.loaded) {
      return Promise.resolve();
    }
    node.loading ??= node
      .load(node)
      .then(() => {
        node.loaded = true;
        node.problem = null;
      })
      .catch((failure) => {
        node.problem = failure;
      })
      .finally(() => {
        node.loading = null;
        this.changed();
      });
    return node.loading;
  }

  /** Reloads a node; children that still exist stay open. */
  async reload(node) {
    await node.loading;
    node.loaded = false;
    await this.load(node);
  }

  async loadDatabases(root) {
    const read = async () => ({ rows: await databases(), continuation: null });
    await this.pages(root, read, (row) => row.database, (row) => this.node({
      kind: 'database', id: row.database, name: row.database, icon: 'database', database: row.database, count: row.containers,
      load: (node) => this.loadContainers(node),
    }, root));
  }

  async loadContainers(database) {
    const next = (continuation) => containers(database.id, continuation);
    const identity = (row) => JSON.stringify([row.container, row.api]);
    await this.pages(database, next, identity, (row) => this.node({
      kind: 'container', id: row.container, name: row.container, icon: ICONS[row.api], api: row.api, database: database.id,
      container: row.container, view: 'partitions',
      load: async (node) => {
        node.children = this.parts(node);
      },
    }, database));
  }

  /** Reads all pages; nodes that exist are kept with their children. */
  async pages(parent, read, identityOf, make) {
    const before = new Map(parent.children.map((child) => [child.identity, child]));
    const found = [];
    let continuation;
    do {
      const page = await read(continuation);
      page.rows.forEach((row) => {
        const identity = identityOf(row);
        const node = before.get(identity) ?? make(row);
        node.identity = identity;
        node.count = row.containers;
        found.push(node);
      });
      continuation = page.continuation;
      if (before.size === 0) {
        parent.children = found;
        this.changed();
      }
    } while (continuation);
    found.sort((a, b) => (a.name < b.name ? -1 : 1));
    parent.children = found;
  }

  parts(container) {
    const { database, id } = container;
    const storage = database.includes('/');
    const parts = (storage ? STORAGE_PARTS : PARTS[container.api]).map((part) => this.node({ kind: 'part', ...part, database, container: id, loaded: true }, container));
    const groups = Object.values(KINDS).map((kind) => this.node({
      kind: 'group', name: kind.title, icon: kind.icon, database, container: id, script: kind.segment,
      load: async (node) => {
        const scripts = await new Scripts(database, id).list(kind);
        const leaf = (properties) => this.node({
          kind: 'script', view: 'script', script: kind.segment, database, container: id, loaded: true, ...properties,
        }, node);
        node.children = [
          ...scripts.map((script) => leaf({ name: script.id, icon: kind.icon, id: script.id })),
          leaf({ name: `New ${kind.name}`, icon: 'add' }),
        ];
      },
    }, container));
    return storage ? parts : [...parts, ...groups];
  }

  database(name) {
    return this.root.children.find((node) => node.id === name);
  }

  container(database, name) {
    return this.database(database)?.children.find((node) => node.id === name);
  }

  /** Visible rows: `{node, level}` or `{message, level}`. */
  rows() {
    const rows = [];
    const wanted = this.filter.trim().toLowerCase();
    this.root.children.forEach((database) => this.addDatabase(rows, database, wanted));
    if (this.root.problem) {
      rows.push({ message: this.root.problem.message, level: 0 });
    } else if (rows.length === 0 && this.root.loaded) {
      rows.push({ message: wanted ? 'Nothing has this in its name' : 'No databases yet', level: 0 });
    } else if (this.root.loading && this.root.children.length === 0) {
      rows.push({ message: 'Loading …', level: 0 });
    }
    return rows;
  }

  addDatabase(rows, database, wanted) {
    const whole = wanted === '' || database.name.toLowerCase().includes(wanted);
    const children = whole ? database.children : database.children.filter((child) => child.name.toLowerCase().includes(wanted));
    if (!whole && children.length === 0) {
      return;
    }
    rows.push({ node: database, level: 0 });
    if (database.open || (wanted !== '' && !whole)) {
      children.forEach((child) => this.add(rows, child, 1));
      this.addState(rows, database, 1);
    }
  }

  add(rows, node, level) {
    rows.push({ node, level });
    if (node.open) {
      node.children.forEach((child) => this.add(rows, child, level + 1));
      this.addState(rows, node, level + 1);
    }
  }

  addState(rows, node, level) {
    if (node.problem) {
      rows.push({ message: node.problem.message, level });
    } else if (node.loading) {
      rows.push({ message: 'Loading …', level });
    } else if (node.loaded && node.children.length === 0) {
      rows.push({ message: node.database.includes('/') ? 'No tables yet' : 'No containers yet', level });
    }
  }
}
