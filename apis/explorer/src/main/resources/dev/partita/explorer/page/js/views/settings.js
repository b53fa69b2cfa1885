/**
 * Settings of a container: throughput, time to live and indexing policy; its keys, read-only; and
 * its deletion.
 */

import { deleteContainer, deleteDatabase, offerOf, readContainer, replaceContainer, replaceOffer } from '../api/nosql.js';
import { problemIn } from '../json/text.js';
import { CodeEditor } from '../widgets/code-editor.js';
import { confirm } from '../widgets/dialog.js';
import { button, field, h, number, replace } from '../widgets/dom.js';
import { tell } from '../widgets/notices.js';
import { throughputFields } from './throughput-fields.js';

export function create(shell, target) {
  return new SettingsView(shell, target).tab();
}

class SettingsView {
  constructor(shell, { database, container, definition }) {
    this.shell = shell;
    this.database = database;
    this.container = container;
    this.definition = definition;
    this.policy = new CodeEditor('json', 'Indexing policy', { changed: () => this.shell.touched() });
    this.ttl = h('input', { class: 'input', type: 'number', min: '-1', placeholder: 'off', name: 'ttl', on: { input: () => this.shell.touched() } });
    this.offerPart = h('div', { class: 'stack' }, h('p', { class: 'soft' }, 'Loading …'));
    this.problem = h('div', { class: 'problem', role: 'alert', hidden: true });
    this.keys = h('dl', { class: 'facts flat' });
    this.element = h('div', { class: 'view scroll' }, h(
      'div', { class: 'page boxed' },
      h('section', null, h('h2', null, 'Throughput'), this.offerPart),
      h(
        'section', null, h('h2', null, 'Indexing and time to live'),
        field('Time to live in seconds', this.ttl, 'Empty: items stay. -1: items may have their own ttl. Other numbers: for items without their own.'),
        h('span', { class: 'label' }, 'Indexing policy'), this.policy.element, this.problem,
        h('div', { class: 'row' }, button('Save', { kind: 'primary', click: () => this.save() }), button('Discard', { click: () => this.show(this.definition) })),
      ),
      h('section', null, h('h2', null, 'Keys'), this.keys, h('p', { class: 'soft' }, 'These are for good. Another partition key takes another container.')),
      h(
        'section', null, h('h2', null, 'Delete'),
        h('div', { class: 'row' }, button('Delete container', { icon: 'trash', kind: 'danger', click: () => this.delete() }), button('Delete database', { icon: 'trash', kind: 'danger', click: () => this.deleteOwner() })),
      ),
    ));
    this.show(definition);
    this.loadOffer();
  }

  tab() {
    return {
      title: `${this.container} · Settings`, hint: `${this.database} / ${this.container} / Scale & settings`, element: this.element,
      isDirty: () => this.policy.value !== this.policyText || this.ttl.value !== this.ttlText, refresh: () => this.reload(),
    };
  }

  show(definition) {
    this.definition = definition;
    this.policyText = JSON.stringify(definition.indexingPolicy, null, 2);
    this.ttlText = definition.defaultTtl === undefined ? '' : String(definition.defaultTtl);
    this.policy.value = this.policyText;
    this.ttl.value = this.ttlText;
    this.problem.hidden = true;
    const { paths, kind, version } = definition.partitionKey;
    const unique = (definition.uniqueKeyPolicy?.uniqueKeys ?? []).map((key) => key.paths.join(', '));
    replace(
      this.keys,
      h('dt', null, 'Partition key'), h('dd', null, h('code', null, paths.join(' / ')), ` ${kind === 'MultiHash' ? 'hierarchical, ' : ''}hash version ${version}`),
      h('dt', null, 'Unique keys'), h('dd', null, unique.length === 0 ? 'none' : h('code', null, unique.join('; '))),
    );
    this.shell.touched();
  }

  async reload() {
    try {
      this.show(await readContainer(this.database, this.container));
      await this.loadOffer();
    } catch (failure) {
      this.complain(failure);
    }
  }

  async loadOffer() {
    try {
      const offer = await offerOf(this.definition._rid);
      const shared = offer ?? await offerOf(this.shell.tree.model.database(this.database)?.rid ?? '');
      this.showOffer(offer, shared);
    } catch (failure) {
      replace(this.offerPart, h('div', { class: 'problem' }, failure.message));
    }
  }

  showOffer(own, offer) {
    if (!offer) {
      replace(this.offerPart, h('p', { class: 'soft' }, 'This container has no throughput that could be changed.'));
      return;
    }
    const autoscale = offer.content.offerAutopilotSettings;
    const fields = throughputFields(null, {
      mode: autoscale ? 'autoscale' : 'manual', amount: autoscale ? autoscale.maxThroughput : offer.content.offerThroughput,
    });
    const problem = h('div', { class: 'problem', role: 'alert', hidden: true });
    const save = button('Change throughput', { kind: 'primary', click: () => this.changeOffer(offer, own === null, fields, problem) });
    replace(
      this.offerPart,
      own ? null : h('p', { class: 'hint-box' }, `Shared by all containers of ${this.database} without throughput of their own.`),
      fields.element,
      h('p', { class: 'soft' }, `At least ${number(offer.minimum)} RU/s; above 10,000 for a partition, the container is split.`),
      problem, h('div', null, save),
    );
  }

  async changeOffer(offer, shared, fields, problem) {
    problem.hidden = true;
    const name = shared ? null : this.container;
    try {
      const wanted = fields.settings();
      const before = offer.content.offerAutopilotSettings ? 'autoscale' : 'manual';
      let current = offer;
      if (fields.mode() !== before) {
        await replaceOffer(offer, { to: fields.mode() }, this.database, name);
        current = await offerOf(offer.offerResourceId);
      }
      const content = wanted.maxThroughput
        ? { offerAutopilotSettings: { maxThroughput: wanted.maxThroughput } }
        : { offerThroughput: wanted.throughput };
      await replaceOffer(current, { content }, this.database, name);
      tell('Throughput changed', `${number(wanted.maxThroughput ?? wanted.throughput)} RU/s`);
      await this.loadOffer();
    } catch (failure) {
      replace(problem, failure.message);
      problem.hidden = false;
    }
  }

  complain(failure) {
    replace(this.problem, failure.message);
    this.problem.hidden = false;
  }

  async save() {
    this.problem.hidden = true;
    const wrong = problemIn(this.policy.value);
    this.policy.mark(wrong?.line ?? 0);
    try {
      if (wrong) {
        throw wrong;
      }
      const { defaultTtl, ...rest } = this.definition;
      const changed = { ...rest, indexingPolicy: JSON.parse(this.policy.value), ...(this.ttl.value === '' ? {} : { defaultTtl: Number(this.ttl.value) }) };
      await replaceContainer(this.database, this.container, changed);
      this.show(await this.shell.definition(this.database, this.container, true));
      tell('Saved', this.container);
    } catch (failure) {
      this.complain(failure);
    }
  }

  delete() {
    return confirm({
      title: 'Delete this container?', text: 'All its items and scripts go with it.', action: 'Delete', name: this.container,
      run: async () => {
        await deleteContainer(this.database, this.container);
        tell('Container deleted', this.container);
        await this.shell.gone(this.database, this.container);
      },
    });
  }

  deleteOwner() {
    return confirm({
      title: 'Delete the whole database?', text: 'All its containers go with it.', action: 'Delete', name: this.database,
      run: async () => {
        await deleteDatabase(this.database);
        tell('Database deleted', this.database);
        await this.shell.gone(this.database);
      },
    });
  }
}
