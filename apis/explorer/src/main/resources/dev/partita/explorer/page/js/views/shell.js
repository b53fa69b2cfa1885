/** Frame of the page: command bar, tree, tabs and drawer, and the opening of views. */

import { readContainer } from '../api/nosql.js';
import { forget } from '../api/session.js';
import { confirm } from '../widgets/dialog.js';
import { h, replace } from '../widgets/dom.js';
import { complain, noticeArea } from '../widgets/notices.js';
import { Tabs } from '../widgets/tabs.js';
import { address, decode, viewId } from './addresses.js';
import { CodeDrawer } from './code-drawer.js';
import { commandBar } from './command-bar.js';
import { home } from './home.js';
import { Tree } from './tree.js';

/** Views, loaded when first opened. Each has `create(shell, target)`, which returns a tab. */
const VIEWS = {
  partitions: () => import('./partitions.js'),
  items: () => import('./items.js'),
  entities: () => import('./entities.js'),
  graph: () => import('./graph.js'),
  query: () => import('./query.js'),
  settings: () => import('./settings.js'),
  script: () => import('./script.js'),
};

const TABLE = { partitionKey: { paths: ['PartitionKey'] } };

export function createShell(app) {
  return new Shell(app);
}

class Shell {
  constructor(app) {
    this.tree = new Tree((view, node) => this.open(view, node));
    this.drawer = new CodeDrawer(() => this.toggleDrawer(false));
    this.tabs = new Tabs((tab) => this.changed(tab));
    this.tabs.askToClose = (tab) => this.askToClose(tab);
    this.home = h('div', { class: 'panel' });
    this.tabs.panels.append(this.home);
    this.definitions = new Map();
    this.body = h(
      'div',
      { class: 'body' },
      this.tree.side,
      h('main', { class: 'center' }, this.tabs.list, this.tabs.panels),
    );
    this.bar = commandBar(this);
    replace(app, this.bar.element, this.body, noticeArea());
    document.addEventListener('keydown', (event) => this.key(event));
    addEventListener('beforeunload', (event) => {
      if (this.tabs.open.some((tab) => tab.isDirty?.())) {
        event.preventDefault();
      }
    });
    addEventListener('hashchange', () => this.openFromAddress());
  }

  async start() {
    this.showHome();
    await this.tree.model.load(this.tree.model.root);
    this.openFromAddress();
    if (this.tree.model.root.children.length === 0) {
      this.showHome();
    }
  }

  showHome() {
    this.home.hidden = this.tabs.active !== null;
    if (!this.home.hidden) {
      replace(this.home, home(this));
    }
  }

  /** Definition of a container, cached; `fresh` reads it again. */
  definition(database, name, fresh = false) {
    const id = JSON.stringify([database, name]);
    if (fresh || !this.definitions.has(id)) {
      // Tables of storage accounts have no definition except for their keys.
      const reading = database.includes('/') ? Promise.resolve(TABLE) : readContainer(database, name);
      this.definitions.set(id, reading);
      reading.catch(() => this.definitions.delete(id));
    }
    return this.definitions.get(id);
  }

  /**
   * Opens a view, or shows it if it is open.
   *
   * @param target `{database, container}` and further parameters of the view
   */
  async open(view, target) {
    this.toggleSide(false);
    this.turn = (this.turn ?? 0) + 1;
    const { turn } = this;
    const id = viewId(view, target);
    const known = this.tabs.find(id);
    if (known) {
      this.tabs.select(known);
      return known;
    }
    try {
      const [module, definition] = await Promise.all([VIEWS[view](), this.definition(target.database, target.container)]);
      if (this.tabs.find(id)) {
        return this.tabs.find(id);
      }
      const tab = module.create(this, { ...target, definition });
      tab.id = id;
      tab.address = address(view, target);
      tab.target = target;
      // The view that was opened last stays in front, whichever is loaded first.
      this.tabs.add(tab, turn === this.turn);
      return tab;
    } catch (failure) {
      complain(`Cannot open ${target.container}`, failure);
      return null;
    }
  }

  /** Updates a tab that shows another object than before, such as a script that has been named. */
  renamed(tab, view, target) {
    tab.id = viewId(view, target);
    tab.address = address(view, target);
    tab.target = target;
    this.changed(this.tabs.active);
    this.touched();
  }

  /** Renders the tab bar again, after a tab has changed its name or its dirty mark. */
  touched() {
    this.tabs.draw();
  }

  changed(tab) {
    const hash = tab ? `#/${tab.address.map(encodeURIComponent).join('/')}` : '';
    history.replaceState(null, '', `${location.pathname}${hash}`);
    document.title = tab ? `${tab.title} – Partita` : 'Partita';
    this.pointTree();
    this.showHome();
  }

  /** Shows the cluster, which belongs to no container. */
  async openCluster() {
    (await import('./cluster.js')).show(this.tabs);
  }

  openFromAddress() {
    if (location.hash === '#/cluster') {
      this.openCluster();
      return;
    }
    const [database, container, view, script, id] = location.hash.slice(2).split('/').map(decode);
    if (database && container && Object.hasOwn(VIEWS, view ?? '')) {
      this.open(view, { database, container, ...(script ? { script, id } : {}) });
      this.showInTree(database, container);
    }
  }

  async showInTree(database, container) {
    const { model } = this.tree;
    const owner = model.database(database);
    if (owner) {
      await model.expand(owner);
      const node = model.container(database, container);
      if (node) {
        await model.expand(node);
      }
      this.tree.draw();
      this.pointTree();
    }
  }

  pointTree() {
    const { active } = this.tabs;
    if (active?.target.container) {
      this.tree.point(active.address[2], active.target);
    }
  }

  async askToClose(tab) {
    if (!tab.isDirty?.() || (await confirm({
      title: 'Close without saving?', text: `What was changed in ${tab.title} is lost then.`, action: 'Close', run: async () => true,
    }))) {
      this.tabs.close(tab);
    }
  }

  toggleDrawer(open = !this.body.classList.contains('drawer-open')) {
    this.body.classList.toggle('drawer-open', open);
    this.bar.code.setAttribute('aria-pressed', String(open));
    if (open) {
      this.body.append(this.drawer.element);
      this.drawer.draw();
    } else {
      this.drawer.element.remove();
      this.bar.code.focus();
    }
  }

  toggleSide(open) {
    this.body.classList.toggle('side-open', open);
    this.bar.menu.setAttribute('aria-expanded', String(open));
    if (open) {
      this.tree.element.focus();
    }
  }

  /** Target of commands that have none of their own: the tab in front, else the tree's selection. */
  target() {
    return this.tabs.active?.target.database ? this.tabs.active.target : this.tree.selection();
  }

  async newContainer(database = this.target()?.database) {
    const { newContainer } = await import('./new-container.js');
    const made = await newContainer(this.tree.model, database);
    if (made) {
      await this.reveal(made.database, made.container);
      await this.open('partitions', made);
    }
  }

  async newTable() {
    const { newTable } = await import('./new-table.js');
    const made = await newTable();
    if (made) {
      await this.reveal(made.database);
      await this.open('entities', made);
    }
  }

  async newDatabase() {
    const { newDatabase } = await import('./new-database.js');
    const name = await newDatabase();
    if (name) {
      await this.reveal(name);
    }
  }

  /** Shows a database in the tree, reloaded. */
  async reveal(database) {
    const { model } = this.tree;
    await model.reload(model.root);
    const node = model.database(database);
    if (node) {
      node.open = true;
      await model.reload(node);
    }
    this.showHome();
  }

  newQuery(target = this.target()) {
    if (!target?.container || target.database.includes('/')) {
      complain('No container is chosen', new Error('Choose a container in the tree, then ask it.'));
      return;
    }
    this.serial = (this.serial ?? 0) + 1;
    this.open('query', { database: target.database, container: target.container, serial: this.serial });
  }

  async refresh() {
    const { model } = this.tree;
    await model.reload(model.root);
    await Promise.all(model.root.children.filter((node) => node.open).map((node) => model.reload(node)));
    this.tabs.active?.refresh?.();
    this.showHome();
  }

  /** Closes the tabs of a database or container that has been deleted, and drops its cache. */
  async gone(database, container) {
    const belongs = ({ target }) => target.database === database && (container === undefined || target.container === container);
    this.tabs.open.filter(belongs).forEach((tab) => this.tabs.close(tab));
    this.definitions.clear();
    await this.refresh();
  }

  signOut() {
    forget();
    history.replaceState(null, '', location.pathname);
    location.reload();
  }

  key(event) {
    if (event.altKey && event.code === 'KeyN') {
      event.preventDefault();
      this.newQuery();
    } else if (event.altKey && event.code === 'KeyT') {
      event.preventDefault();
      this.toggleSide(innerWidth <= 760);
      this.tree.element.focus();
    } else if (event.key === 'Escape' && this.body.classList.contains('side-open')) {
      this.toggleSide(false);
    }
  }
}
