/** Stored procedure, function or trigger: its source, and a form to run a procedure. */

import { KINDS, Scripts } from '../api/scripts.js';
import { formatted, problemIn } from '../json/text.js';
import { CodeEditor } from '../widgets/code-editor.js';
import { confirm } from '../widgets/dialog.js';
import { button, field, h, number, replace } from '../widgets/dom.js';
import { tell } from '../widgets/notices.js';
import { keyFields } from './key-fields.js';

const OPERATIONS = ['All', 'Create', 'Update', 'Delete', 'Replace'];

export function create(shell, target) {
  return new ScriptView(shell, target).tab;
}

class ScriptView {
  constructor(shell, { database, container, script, id, definition }) {
    this.shell = shell;
    this.database = database;
    this.container = container;
    this.kind = KINDS[script];
    this.scripts = new Scripts(database, container);
    this.script = null;
    this.editor = new CodeEditor('script', `Source of the ${this.kind.name}`, { value: id ? '' : this.kind.sample, changed: () => this.changed() });
    this.problem = h('div', { class: 'problem', role: 'alert', hidden: true });
    this.element = h(
      'div', { class: `view ${this.kind === KINDS.sprocs ? 'stacked' : ''}`, on: { keydown: (event) => this.key(event) } },
      h('div', { class: 'pane' }, this.bar(id), this.fields(), this.problem, this.editor.element),
      this.kind === KINDS.sprocs ? this.runPane(definition.partitionKey.paths) : null,
    );
    this.tab = {
      title: id || `New ${this.kind.name}`, hint: `${database} / ${container} / ${this.kind.title}`, element: this.element,
      isDirty: () => this.isDirty(),
    };
    this.saved = this.state();
    if (id) {
      this.load(id);
    }
  }

  bar(id) {
    this.save = button('Save', { kind: 'primary', title: 'Save (Ctrl+S)', click: () => this.store() });
    this.remove = button('Delete', { icon: 'trash', kind: 'quiet danger', hidden: !id, click: () => this.delete() });
    return h('div', { class: 'bar row' }, h('h2', { class: 'grow clip' }, id || `New ${this.kind.name}`), this.remove, this.save);
  }

  fields() {
    this.id = h('input', { class: 'input', autocomplete: 'off', spellcheck: false, name: 'id', on: { input: () => this.changed() } });
    this.type = select('type', ['Pre', 'Post'], () => this.changed());
    this.operation = select('operation', OPERATIONS, () => this.changed());
    return h(
      'div', { class: 'form-row' }, field('Name', this.id),
      this.kind === KINDS.triggers ? [field('Runs', this.type, 'Pre: before the write. Post: after it.'), field('Operation', this.operation)] : null,
    );
  }

  runPane(paths) {
    this.arguments = h('input', { class: 'input mono', value: '[]', spellcheck: false, autocomplete: 'off', name: 'arguments' });
    this.key_ = keyFields(paths, () => this.run());
    this.go = button('Run', { icon: 'play', click: () => this.run() });
    this.runProblem = h('div', { class: 'problem', role: 'alert', hidden: true });
    this.result = h('pre', { class: 'result-text', tabindex: '0', 'aria-label': 'Result' });
    this.log = h('pre', { class: 'result-text', tabindex: '0', 'aria-label': 'Log' });
    this.summary = h('span', { class: 'soft', role: 'status' }, 'Not run yet');
    const keyLabel = h('div', { class: 'field' }, h('span', { class: 'label' }, 'Partition key'), this.key_.element);
    return h(
      'div', { class: 'pane' },
      h('div', { class: 'form-row run-row' }, field('Arguments, as a JSON array', this.arguments), keyLabel, h('div', { class: 'field' }, h('span', { class: 'label' }, '\u00a0'), this.go)),
      this.runProblem,
      h('div', { class: 'outcome' }, h('section', null, h('h3', null, 'Result'), this.result), h('section', null, h('h3', null, 'Log'), this.log)),
      h('div', { class: 'foot row' }, this.summary),
    );
  }

  async load(id) {
    try {
      const found = (await this.scripts.list(this.kind)).find((script) => script.id === id);
      if (!found) {
        throw new Error(`There is no ${this.kind.name} with the name ${id}.`);
      }
      this.show(found);
    } catch (failure) {
      this.complain(failure);
    }
  }

  show(script) {
    this.script = script;
    this.id.value = script.id;
    this.id.disabled = true;
    this.type.value = script.triggerType ?? 'Pre';
    this.operation.value = script.triggerOperation ?? 'All';
    this.editor.value = script.body;
    this.saved = this.state();
    this.tab.title = script.id;
    this.shell.renamed(this.tab, 'script', { database: this.database, container: this.container, script: this.kind.segment, id: script.id });
    replace(this.element.querySelector('h2'), script.id);
    this.remove.hidden = false;
    this.changed();
  }

  state() {
    return JSON.stringify([this.id.value, this.type.value, this.operation.value, this.editor.value]);
  }

  isDirty() {
    return this.state() !== this.saved;
  }

  changed() {
    if (this.wasDirty !== this.isDirty()) {
      this.wasDirty = this.isDirty();
      this.shell.touched();
    }
  }

  complain(failure) {
    this.problem.hidden = failure === null;
    replace(this.problem, failure?.message ?? '');
  }

  async store() {
    this.complain(null);
    this.save.disabled = true;
    try {
      const made = this.script === null;
      this.show(await this.scripts.save(this.kind, {
        ...this.script,
        id: this.id.value,
        body: this.editor.value,
        ...(this.kind === KINDS.triggers ? { triggerType: this.type.value, triggerOperation: this.operation.value } : {}),
      }));
      tell('Saved', this.script.id);
      if (made) {
        this.refreshTree();
      }
      return true;
    } catch (failure) {
      this.complain(failure);
      return false;
    } finally {
      this.save.disabled = false;
    }
  }

  refreshTree() {
    const { model } = this.shell.tree;
    const group = model.container(this.database, this.container)?.children.find((node) => node.script === this.kind.segment);
    if (group) {
      model.reload(group);
    }
  }

  async delete() {
    await confirm({
      title: `Delete this ${this.kind.name}?`, text: `${this.script.id} will be gone for good.`, action: 'Delete',
      run: async () => {
        await this.scripts.remove(this.kind, this.script.id);
        tell('Deleted', this.script.id);
        this.shell.tabs.close(this.tab);
        this.refreshTree();
      },
    });
  }

  /** Saves changes first, since the server runs the saved source. */
  async run() {
    this.runProblem.hidden = true;
    const problem = problemIn(this.arguments.value);
    try {
      if (problem) {
        throw problem;
      }
      const args = JSON.parse(this.arguments.value);
      if (!Array.isArray(args)) {
        throw new Error('The arguments are a JSON array, such as ["Ada", 1].');
      }
      if ((this.isDirty() || this.script === null) && !(await this.store())) {
        return;
      }
      this.go.disabled = true;
      const answer = await this.scripts.run(this.script.id, this.key_.value(), args);
      replace(this.result, answer.text === '' ? '(nothing)' : formatted(answer.text));
      replace(this.log, answer.log || '(nothing)');
      replace(this.summary, `${number(answer.ru)} RU, ${number(answer.millis)} ms`);
    } catch (failure) {
      replace(this.runProblem, failure.message);
      this.runProblem.hidden = false;
      replace(this.summary, 'Failed');
    } finally {
      this.go.disabled = false;
    }
  }

  key(event) {
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 's') {
      event.preventDefault();
      this.store();
    }
  }
}

function select(name, options, change) {
  return h('select', { class: 'input', name, on: { change } }, options.map((option) => h('option', { value: option }, option)));
}
