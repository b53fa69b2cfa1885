/**
 * Visible part of a graph: the vertices and edges of the results, up to a number that is still
 * readable. Vertices that are known only as ends of an edge have no more than an id and a label.
 */

export const MOST_VERTICES = 250;
export const MOST_EDGES = 600;

const DEEPEST = 40;
const LONGEST_NAME = 200;
const NAMES = ['name', 'title', 'firstName', 'caption'];

export class GraphModel {
  /** @param keyName name of the partition key's property */
  constructor(keyName) {
    this.keyName = keyName;
    this.clear();
  }

  clear() {
    this.vertices = new Map();
    this.edges = new Map();
    this.byId = new Map();
    this.leftOut = 0;
  }

  /**
   * Adds all vertices and edges of a result, at any depth.
   *
   * @param near the vertex beside which new ones appear
   */
  take(value, near = null) {
    const found = { vertices: [], edges: [] };
    collect(value, found, 0);
    found.vertices.forEach((vertex) => this.takeVertex(vertex, near));
    found.edges.forEach((edge) => this.takeEdge(edge, near));
  }

  takeVertex({ id, label, properties = {} }, near) {
    const partition = first(properties[this.keyName]);
    const key = JSON.stringify([partition ?? null, id]);
    const known = this.vertices.get(key) ?? this.unknownOf(id);
    if (known) {
      this.vertices.delete(known.key);
      Object.assign(known, { key, label, partition, properties, isKnown: true });
      this.vertices.set(key, known);
      return known;
    }
    return this.add({ key, id, label, partition, properties, isKnown: true }, near);
  }

  /** Vertex of which only id and label are known. */
  unknownOf(id) {
    return (this.byId.get(id) ?? []).find((vertex) => !vertex.isKnown);
  }

  add(vertex, near) {
    if (this.vertices.size >= MOST_VERTICES) {
      this.leftOut += 1;
      return null;
    }
    const made = { expanded: 0, hasMore: true, near, ...vertex };
    this.vertices.set(made.key, made);
    this.byId.set(made.id, [...(this.byId.get(made.id) ?? []), made]);
    return made;
  }

  /** @returns the vertex at an end of an edge; of several with one id, the one that was expanded */
  end(id, label, near) {
    const known = this.byId.get(id) ?? [];
    return known.find((vertex) => vertex === near) ?? known[0]
      ?? this.add({ key: JSON.stringify([null, id]), id, label, properties: {}, isKnown: false }, near);
  }

  takeEdge({ id, label, outV, inV, outVLabel, inVLabel, properties = {} }, near) {
    if (this.edges.size >= MOST_EDGES) {
      this.leftOut += 1;
      return;
    }
    const from = this.end(outV, outVLabel, near);
    const to = this.end(inV, inVLabel, near);
    if (from && to) {
      this.edges.set(JSON.stringify([from.key, id]), { id, label, from, to, properties });
    }
  }

  /** Removes a vertex and its edges from the picture. */
  remove(vertex) {
    this.vertices.delete(vertex.key);
    this.byId.set(vertex.id, this.byId.get(vertex.id).filter((each) => each !== vertex));
    for (const [key, edge] of this.edges) {
      if (edge.from === vertex || edge.to === vertex) {
        this.edges.delete(key);
      }
    }
  }

  edgesOf(vertex) {
    return [...this.edges.values()].filter(({ from, to }) => from === vertex || to === vertex);
  }
}

/** Steps that find a vertex: in its partition if that is known, else by its id in all of them. */
export function place({ id, partition }) {
  return partition === undefined ? id : [partition, id];
}

/** Name of a vertex: a property that looks like a name, or else its id. */
export function nameOf({ id, properties }) {
  const name = NAMES.map((each) => first(properties[each])).find((value) => value !== undefined && value !== '');
  const text = String(name ?? id);
  return text.length > LONGEST_NAME ? `${text.slice(0, LONGEST_NAME)} …` : text;
}

/** Value of a property: vertices have lists of values, edges single ones. */
export function first(property) {
  return Array.isArray(property) ? property[0]?.value : property;
}

function collect(value, found, depth) {
  if (value === null || typeof value !== 'object' || depth > DEEPEST) {
    return;
  }
  if (value.type === 'vertex' && typeof value.id === 'string') {
    found.vertices.push(value);
  } else if (value.type === 'edge' && typeof value.inV === 'string' && typeof value.outV === 'string') {
    found.edges.push(value);
  } else {
    Object.values(value).forEach((inner) => collect(inner, found, depth + 1));
  }
}
