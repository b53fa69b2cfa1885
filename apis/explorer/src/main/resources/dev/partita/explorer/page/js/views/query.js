/** Query: its text, its results as JSON and as a table, its cost, plan and advice. */

import { Items } from '../api/nosql.js';
import { moved } from '../api/problems.js';
import { CodeEditor } from '../widgets/code-editor.js';
import { Completion } from '../widgets/completion.js';
import { button, h, number, replace } from '../widgets/dom.js';
import { Runner } from '../widgets/runner.js';
import { subtabs } from '../widgets/tabs.js';
import { learn, propertiesOf } from './known-properties.js';
import { adviceView, metricsView } from './query-metrics.js';
import { QueryParameters } from './query-parameters.js';
import { showPlan } from './query-plan.js';
import { ResultTable } from './result-table.js';
import { resultText } from './result-text.js';

const SAMPLE = 'SELECT * FROM c';

export function create(shell, target) {
  return new QueryView(shell, target).tab();
}

class QueryView {
  constructor(shell, { database, container, definition, serial = 1 }) {
    this.shell = shell;
    this.database = database;
    this.container = container;
    this.serial = serial;
    this.items = new Items(database, container, definition.partitionKey.paths);
    definition.partitionKey.paths.forEach((path) => learn(database, container, JSON.stringify({ [path.split('/').at(-1)]: 0 })));
    this.pages = [];
    this.page = -1;
    this.parameters = new QueryParameters();
    this.runner = new Runner(() => this.run(), 'Not run yet');
    this.editor = new CodeEditor('sql', 'Query', { value: SAMPLE, changed: () => this.parameters.follow(this.editor.value), submitted: () => this.run() });
    new Completion(this.editor, () => propertiesOf(database, container));
    this.parameters.element.addEventListener('keydown', (event) => {
      if (event.key === 'Enter') {
        event.preventDefault();
        this.run();
      }
    });
    this.element = h('div', { class: 'view stacked' }, h('div', { class: 'pane' }, this.bar(), this.editor.element, this.parameters.element), this.resultPane());
    this.editor.element.append(h('span', { class: 'only-read' }, 'Ctrl and Space suggest, Ctrl and Enter run.'));
  }

  tab() {
    return {
      title: `${this.container} · Query ${this.serial}`, hint: `${this.database} / ${this.container}`, element: this.element,
      closed: () => this.runner.cancel(), shown: () => this.editor.focus(), isDirty: () => false,
    };
  }

  bar() {
    this.size = h(
      'select', { class: 'input narrow', 'aria-label': 'Items on a page' },
      ['25', '100', '500', '-1'].map((count) => h('option', { value: count, selected: count === '100' }, count === '-1' ? 'as many as fit' : `${count} a page`)),
    );
    return h(
      'div', { class: 'bar row' }, this.runner.go, this.runner.stop, button('Explain', { title: 'Run the first page, which is charged, and show how it was carried out', click: () => this.explain() }),
      h('span', { class: 'grow' }), this.size,
    );
  }

  resultPane() {
    this.text = h('pre', { class: 'result-text', tabindex: '0' });
    this.table = new ResultTable();
    this.metrics = h('div', null);
    this.plan = h('div', null);
    this.advice = h('div', null);
    const json = h('div', null, this.text);
    const table = h('div', null, this.table.element);
    this.parts = subtabs('Results', [['Results', json], ['Table', table], ['Metrics', this.metrics], ['Plan', this.plan], ['Index advice', this.advice]]);
    this.previous = button('Previous', { kind: 'small', disabled: true, click: () => this.show(this.page - 1) });
    this.next = button('Next', { kind: 'small', disabled: true, click: () => this.forward() });
    this.clear();
    return h(
      'div', { class: 'pane' },
      h('div', { class: 'results' }, this.parts.list, this.runner.problem, json, table, this.metrics, this.plan, this.advice),
      h('div', { class: 'foot row' }, this.runner.summary, h('span', { class: 'grow' }), this.previous, this.next),
    );
  }

  /** Removes the results of the previous query. */
  clear() {
    this.pages = [];
    this.page = -1;
    replace(this.text);
    this.table.show([]);
    replace(this.metrics, h('p', { class: 'nothing soft' }, 'Run the query to see what it took.'));
    replace(this.advice, h('p', { class: 'nothing soft' }, 'Run the query to see which indexes it used.'));
    this.clearPlan();
    this.previous.disabled = true;
    this.next.disabled = true;
  }

  clearPlan() {
    this.planned = null;
    replace(this.plan, h('p', { class: 'nothing soft' }, 'Explain runs the first page of the query, which is charged, and shows each step and what it cost.'));
  }

  async run() {
    this.part = this.editor.chosenPart;
    this.asked = this.part.text;
    this.pages = [];
    await this.fetch(null);
  }

  /** Runs an action on a part of the text, and marks the errors that the server finds in it. */
  async during({ start }, action) {
    this.editor.underline([]);
    await this.runner.during(async (signal) => {
      try {
        await action(signal);
      } catch (failure) {
        if (failure.name !== 'AbortError') {
          this.clear();
        }
        failure.source = this.editor.value;
        failure.errors = moved(failure.errors ?? [], start, failure.source);
        this.editor.underline(failure.errors);
        throw failure;
      }
    });
  }

  /** Reads the page of a continuation, unless the query is cancelled meanwhile. */
  async fetch(continuation) {
    await this.during(this.part, async (signal) => {
      // Later pages use the parameters of the first.
      this.values = continuation ? this.values : this.parameters.values(this.asked);
      const page = await this.items.query(this.asked, { parameters: this.values, continuation, count: Number(this.size.value), signal });
      page.elements.slice(0, 20).forEach((text) => learn(this.database, this.container, text));
      this.pages.push(page);
      this.show(this.pages.length - 1);
      if (this.planned !== this.asked) {
        this.clearPlan();
      }
      if (['Plan'].includes(this.parts.current())) {
        this.parts.select('Results');
      }
    });
  }

  forward() {
    if (this.page + 1 < this.pages.length) {
      this.show(this.page + 1);
    } else {
      this.fetch(this.pages.at(-1).continuation);
    }
  }

  show(index) {
    this.page = index;
    const page = this.pages[index];
    const count = page.elements.length;
    replace(this.text, resultText(page.elements));
    this.table.show(page.elements);
    replace(this.metrics, metricsView(this.pages));
    replace(this.advice, adviceView(page.headers.get('x-ms-cosmos-index-utilization')));
    const total = this.pages.reduce((sum, each) => sum + each.ru, 0);
    replace(
      this.runner.summary,
      `${number(count)} ${count === 1 ? 'result' : 'results'}, ${number(page.ru)} RU, ${number(page.millis)} ms`,
      this.pages.length > 1 ? `; page ${index + 1}, ${number(total)} RU in all` : '',
    );
    this.previous.disabled = index === 0;
    this.next.disabled = index + 1 === this.pages.length && !page.continuation;
  }

  async explain() {
    this.parts.select('Plan');
    const part = this.editor.chosenPart;
    await this.during(part, async (signal) => {
      const parameters = this.parameters.values(part.text);
      const explained = await showPlan(this.plan, this.database, this.container, part.text, parameters, signal);
      this.planned = part.text;
      replace(this.runner.summary, `${number(explained.rows)} ${explained.rows === 1 ? 'result' : 'results'}, ${number(explained.totalRu)} RU, ${number(explained.millis)} ms`);
    });
  }
}
