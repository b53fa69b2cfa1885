/** Container as a graph: a Gremlin script, and its results as a picture and as JSON. */

import { Graph } from '../api/gremlin.js';
import { steps } from '../api/nosql.js';
import { CodeEditor } from '../widgets/code-editor.js';
import { counted, h, number, replace } from '../widgets/dom.js';
import { GraphPicture } from '../widgets/graph-picture.js';
import { Runner } from '../widgets/runner.js';
import { subtabs } from '../widgets/tabs.js';
import { GraphDetails } from './graph-details.js';
import { GraphModel, MOST_EDGES, MOST_VERTICES, nameOf, place } from './graph-model.js';
import { resultText } from './result-text.js';

const SAMPLE = 'g.V().limit(50)';
const NEIGHBOURS = 40;

export function create(shell, target) {
  return new GraphView(target).tab();
}

class GraphView {
  constructor({ database, container, definition }) {
    this.database = database;
    this.container = container;
    this.graph = new Graph(database, container);
    this.model = new GraphModel(steps(definition.partitionKey.paths[0]).at(-1));
    this.chosen = null;
    this.runner = new Runner(() => this.run());
    this.editor = new CodeEditor('script', 'Gremlin', { value: SAMPLE, submitted: () => this.run() });
    this.picture = new GraphPicture({
      chosen: (vertex) => this.choose(vertex), opened: (vertex) => this.expand(vertex), chosenLink: (edge) => this.chooseEdge(edge),
    }, { node: nameOf, link: ({ label }) => label, about: (vertex) => this.about(vertex) });
    this.details = new GraphDetails({
      expand: (vertex) => this.expand(vertex),
      choose: (vertex) => {
        this.choose(vertex);
        this.picture.focusNode(vertex);
      },
      remove: (vertex) => this.hide(vertex),
    });
    this.element = h('div', { class: 'view graph-view' }, h('div', { class: 'pane' }, this.bar(), this.editor.element), this.resultPane());
    this.run();
  }

  tab() {
    return {
      title: `${this.container} · Graph`, hint: `${this.database} / ${this.container} / Graph`, element: this.element,
      closed: () => this.runner.cancel(), shown: () => this.picture.draw(), isDirty: () => false, refresh: () => this.run(),
    };
  }

  bar() {
    return h('div', { class: 'bar row' }, this.runner.go, this.runner.stop, h('span', { class: 'soft' }, 'Gremlin; at most ', number(MOST_VERTICES), ' vertices are drawn'));
  }

  resultPane() {
    this.text = h('pre', { class: 'result-text', tabindex: '0', 'aria-label': 'Results' });
    this.nothing = h('p', { class: 'graph-nothing soft', hidden: true }, 'There are no vertices or edges in the result.');
    const picture = h('div', { class: 'graph-and-details' }, h('div', { class: 'graph-stage' }, this.picture.element, this.nothing), this.details.element);
    const json = h('div', null, this.text);
    this.parts = subtabs('Results', [['Graph', picture], ['Results', json]], (title) => title === 'Graph' && this.picture.draw());
    return h('div', { class: 'pane' }, h('div', { class: 'results' }, this.parts.list, this.runner.problem, picture, json), h('div', { class: 'foot row' }, this.runner.summary));
  }

  about(vertex) {
    const count = this.model.edgesOf(vertex).length;
    return `${vertex.label} ${nameOf(vertex)}, ${count} ${count === 1 ? 'edge' : 'edges'} in the picture`;
  }

  async run() {
    const script = this.editor.chosen;
    await this.runner.during(async (signal) => {
      const answer = await this.graph.run(script, {}, { signal });
      const values = answer.elements.map((text) => JSON.parse(text));
      replace(this.text, resultText(answer.elements));
      this.model.clear();
      this.model.take(values);
      await this.connect(signal);
      this.chosen = null;
      this.details.clear();
      this.draw();
      const drawn = this.model.vertices.size > 0;
      if (!drawn && values.length > 0) {
        this.parts.select('Results');
      } else if (drawn) {
        this.parts.select('Graph');
      }
      this.tell(answer, values.length);
    });
  }

  /** Adds the edges between vertices that a query returned without them. */
  async connect(signal) {
    if (this.model.edges.size > 0 || this.model.vertices.size < 2) {
      return;
    }
    const shown = [...this.model.vertices.values()];
    const { elements } = await this.graph.run(`g.V(shown).outE().limit(${10 * MOST_EDGES})`, { shown: shown.map(place) }, { signal, quiet: true });
    const ids = new Set(shown.map(({ id }) => id));
    this.model.take(elements.map((text) => JSON.parse(text)).filter(({ inV, outV }) => ids.has(inV) && ids.has(outV)));
  }

  tell({ ru, millis, more }, count) {
    const { leftOut } = this.model;
    const parts = [`${number(count)}${more ? ' and more' : ''} ${count === 1 ? 'result' : 'results'}, ${number(ru)} RU, ${number(millis)} ms`];
    parts.push(`; ${counted(this.model.vertices.size, 'vertex', 'vertices')} and ${counted(this.model.edges.size, 'edge')} in the picture`);
    if (leftOut > 0) {
      parts.push(`, ${number(leftOut)} left out: narrow the query`);
    }
    replace(this.runner.summary, parts.join(''));
  }

  draw() {
    const vertices = [...this.model.vertices.values()];
    this.nothing.hidden = vertices.length > 0;
    this.picture.show(vertices, [...this.model.edges.values()]);
    this.picture.select(this.chosen);
  }

  choose(vertex) {
    this.chosen = vertex;
    this.picture.select(vertex);
    this.details.showVertex(vertex, this.model.edgesOf(vertex));
  }

  chooseEdge(edge) {
    this.chosen = edge;
    this.picture.select(edge);
    this.details.showEdge(edge);
  }

  hide(vertex) {
    this.model.remove(vertex);
    this.chosen = null;
    this.details.clear();
    this.draw();
  }

  /** Adds the next neighbours of a vertex to the picture. */
  async expand(vertex) {
    if (!vertex.hasMore) {
      return;
    }
    await this.runner.during(async (signal) => {
      const from = vertex.expanded;
      const answer = await this.graph.run(
        `g.V(vertex).bothE().range(${from}, ${from + NEIGHBOURS + 1}).as('edge').otherV().as('other').select('edge', 'other')`,
        { vertex: place(vertex) }, { signal },
      );
      const wanted = answer.elements.slice(0, NEIGHBOURS).map((text) => JSON.parse(text));
      const before = this.model.leftOut;
      this.model.take(wanted.map(({ other }) => other), vertex);
      this.model.take(wanted.map(({ edge }) => edge), vertex);
      vertex.hasMore = answer.elements.length > NEIGHBOURS || this.model.leftOut > before;
      vertex.expanded = this.model.leftOut > before ? from : from + wanted.length;
      this.draw();
      this.choose(vertex);
      this.picture.focusNode(vertex);
      this.tell(answer, wanted.length);
    });
  }
}
