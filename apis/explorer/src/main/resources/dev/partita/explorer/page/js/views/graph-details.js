/** Details of the selected vertex or edge. */

import { button, h, number, replace } from '../widgets/dom.js';
import { nameOf } from './graph-model.js';

const LONGEST_VALUE = 2000;
const MOST_EDGES = 100;

export class GraphDetails {
  /** @param on `expand(vertex)`, `remove(vertex)` and `choose(vertex)` */
  constructor(on) {
    this.on = on;
    this.element = h('div', { class: 'graph-details', role: 'region', 'aria-label': 'Chosen vertex or edge' });
    this.clear();
  }

  clear() {
    replace(this.element, h('p', { class: 'soft' }, 'Choose a vertex to see its properties; open it with a double click or Enter to see its neighbours.'));
  }

  showVertex(vertex, edges) {
    const words = vertex.hasMore ? (vertex.expanded > 0 ? 'More neighbours' : 'Neighbours') : 'All neighbours are shown';
    const expand = button(words, { icon: 'add', kind: 'primary', disabled: !vertex.hasMore, click: () => this.on.expand(vertex) });
    replace(
      this.element,
      h('h2', { class: 'wrap' }, nameOf(vertex)),
      h('div', { class: 'row' }, expand, button('Hide', { title: 'Take it out of the picture', click: () => this.on.remove(vertex) })),
      facts([['label', vertex.label], ['id', vertex.id], ...vertexProperties(vertex.properties)]),
      vertex.isKnown ? null : h('p', { class: 'soft' }, 'Only its id and label are known so far.'),
      edges.length > 0 ? h('h3', null, `Edges in the picture: ${number(edges.length)}`) : null,
      h('ul', { class: 'graph-edges' }, edges.slice(0, MOST_EDGES).map((edge) => this.edge(vertex, edge))),
    );
  }

  edge(vertex, edge) {
    const out = edge.from === vertex;
    const other = out ? edge.to : edge.from;
    return h('li', null, h(
      'button', { type: 'button', class: 'button quiet small', on: { click: () => this.on.choose(other) } },
      h('span', { class: 'soft' }, out ? `${short(edge.label)} →` : `← ${short(edge.label)}`), h('span', { class: 'clip' }, short(nameOf(other))),
    ));
  }

  showEdge(edge) {
    replace(
      this.element,
      h('h2', { class: 'wrap' }, edge.label),
      facts([['from', nameOf(edge.from)], ['to', nameOf(edge.to)], ['id', edge.id], ...Object.entries(edge.properties)]),
      h('div', { class: 'row' }, button('Its source', { click: () => this.on.choose(edge.from) }), button('Its sink', { click: () => this.on.choose(edge.to) })),
    );
  }
}

function vertexProperties(properties) {
  return Object.entries(properties).flatMap(([name, values]) => [values].flat().map((each) => [name, each?.value ?? each]));
}

function facts(pairs) {
  return h('dl', { class: 'facts flat' }, pairs.map(([name, value]) => [h('dt', { class: 'clip', title: name }, name), h('dd', null, text(value))]));
}

function text(value) {
  const whole = typeof value === 'string' ? value : JSON.stringify(value) ?? '';
  return whole.length > LONGEST_VALUE ? `${whole.slice(0, LONGEST_VALUE)} …` : whole;
}

function short(words) {
  return words.length > 60 ? `${words.slice(0, 60)}…` : words;
}
