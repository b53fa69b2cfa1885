/**
 * Force-directed layout of a graph. Within a component, nodes repel each other and links attract
 * their ends until the layout is stable; the components are packed side by side. Nodes that have a
 * position move little, so that a picture stays recognisable.
 */

import { componentsOf, pack, separate, shift } from './components.js';

const DISTANCE = 90;
const PUSH = 0.7;
const STEPS = 220;
/** Number of attempts to move overlapping components apart before all are packed again. */
const TRIES = 100;
const TURN = Math.PI * (3 - Math.sqrt(5));

export class ForceLayout {
  /** @param links `{from, to}`, of nodes; nodes get `x` and `y` */
  constructor(nodes, links) {
    this.components = componentsOf(nodes, links);
    this.links = links;
    const fresh = nodes.filter((node) => node.x === undefined);
    const anew = fresh.length === nodes.length;
    this.placed = this.components.map((component) => component.filter((node) => node.x !== undefined));
    this.components.forEach((component) => component.filter((node) => node.x === undefined).forEach(begin));
    // New nodes need time to settle; a layout that only lost nodes needs little.
    this.left = fresh.length === 0 ? 30 : STEPS;
    this.tries = TRIES;
    this.heat = anew ? DISTANCE : DISTANCE / 2;
    if (anew) {
      while (this.left > 0) {
        this.move();
      }
      pack(this.components);
    }
  }

  /**
   * Moves all nodes once;
   *
   * @returns whether the layout is not stable yet
   */
  step() {
    if (this.left > 0) {
      this.move();
      separate(this.components);
      return true;
    }
    if (separate(this.components)) {
      return false;
    }
    this.tries -= 1;
    if (this.tries === 0) {
      pack(this.components);
    }
    return this.tries > 0;
  }

  move() {
    const moves = new Map();
    for (const component of this.components) {
      component.forEach((node) => moves.set(node, { x: 0, y: 0 }));
      for (let i = 0; i < component.length; i += 1) {
        for (let j = i + 1; j < component.length; j += 1) {
          push(component[i], component[j], moves);
        }
      }
    }
    this.links.forEach(({ from, to }) => from !== to && pull(from, to, moves));
    const before = this.placed.map(middle);
    for (const [node, move] of moves) {
      const length = Math.hypot(move.x, move.y) || 1;
      const far = Math.min(length, this.heat) / length;
      if (!node.held) {
        node.x += move.x * far;
        node.y += move.y * far;
      }
    }
    // The centre of the nodes that had a position stays where it was.
    this.placed.forEach((nodes, i) => {
      const { x, y } = middle(nodes);
      shift(this.components[i], before[i].x - x, before[i].y - y);
    });
    this.left -= 1;
    this.heat = Math.max(1, this.heat * 0.975);
  }
}

function middle(nodes) {
  const count = Math.max(1, nodes.length);
  return { x: nodes.reduce((sum, { x }) => sum + x, 0) / count, y: nodes.reduce((sum, { y }) => sum + y, 0) / count };
}

/** Initial position: beside the node it was expanded from, or on a spiral around the middle. */
function begin(node, i) {
  const near = node.near?.x === undefined ? null : node.near;
  const far = near ? DISTANCE * 0.8 : DISTANCE * 0.6 * Math.sqrt(i + 0.5);
  const angle = TURN * (i + (near ? 1 : 0));
  node.x = (near?.x ?? 0) + far * Math.cos(angle);
  node.y = (near?.y ?? 0) + far * Math.sin(angle);
}

function push(a, b, moves) {
  const dx = a.x - b.x || 0.1;
  const dy = a.y - b.y || 0.1;
  // The force decreases with the square of the distance: distant nodes do not stretch the picture.
  const force = (PUSH * DISTANCE ** 3) / Math.hypot(dx, dy) ** 3;
  add(moves.get(a), dx * force, dy * force);
  add(moves.get(b), -dx * force, -dy * force);
}

function pull(a, b, moves) {
  const dx = a.x - b.x;
  const dy = a.y - b.y;
  const force = Math.hypot(dx, dy) / DISTANCE / 2;
  add(moves.get(a), -dx * force, -dy * force);
  add(moves.get(b), dx * force, dy * force);
}

function add(move, x, y) {
  move.x += x;
  move.y += y;
}
