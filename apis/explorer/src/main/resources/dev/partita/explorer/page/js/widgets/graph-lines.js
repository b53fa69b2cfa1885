/** Routes of the lines of a graph, so that none hides another. */

/** Radius of a node's circle. */
export const RADIUS = 13;

const APART = 24;

/** Links between the same two nodes, each with the curvature that separates it from the others. */
export function bundles(links) {
  const counts = new Map();
  const ids = new Map();
  const idOf = (node) => {
    if (!ids.has(node)) {
      ids.set(node, ids.size);
    }
    return ids.get(node);
  };
  const placed = links.map((link) => {
    const [a, b] = [idOf(link.from), idOf(link.to)];
    const pair = `${Math.min(a, b)} ${Math.max(a, b)}`;
    const index = counts.get(pair) ?? 0;
    counts.set(pair, index + 1);
    return { link, pair, index, side: a < b ? 1 : -1 };
  });
  return placed.map(({ link, pair, index, side }) => ({ link, turn: (index - (counts.get(pair) - 1) / 2) * APART * side }));
}

/** Draws a line from the edge of one node to that of another, or from a node to itself. */
export function placeLine({ from, to }, { path, target, text, turn }) {
  if (from === to) {
    const far = RADIUS * 2.6 + Math.abs(turn);
    const d = `M${round(from.x - 5)} ${round(from.y - RADIUS)} C${round(from.x - far)} ${round(from.y - far - RADIUS)} ${round(from.x + far)} ${round(from.y - far - RADIUS)} ${round(from.x + 5)} ${round(from.y - RADIUS)}`;
    path.setAttribute('d', d);
    target.setAttribute('d', d);
    text.setAttribute('x', round(from.x));
    text.setAttribute('y', round(from.y - far - 2));
    return;
  }
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const [ux, uy] = [(to.x - from.x) / length, (to.y - from.y) / length];
  const [mx, my] = [(from.x + to.x) / 2 - uy * turn * 2, (from.y + to.y) / 2 + ux * turn * 2];
  const edge = (x, y) => {
    const far = Math.hypot(mx - x, my - y) || 1;
    return [x + ((mx - x) / far) * (RADIUS + 2), y + ((my - y) / far) * (RADIUS + 2)];
  };
  const [ax, ay] = edge(from.x, from.y);
  const [bx, by] = edge(to.x, to.y);
  const d = `M${round(ax)} ${round(ay)} Q${round(mx)} ${round(my)} ${round(bx)} ${round(by)}`;
  path.setAttribute('d', d);
  target.setAttribute('d', d);
  text.setAttribute('x', round((ax + 2 * mx + bx) / 4));
  text.setAttribute('y', round((ay + 2 * my + by) / 4 - 3));
}

export function round(value) {
  return value.toFixed(1);
}
