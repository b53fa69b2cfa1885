/**
 * Places for the nodes of a graph: all push each other away, links pull their ends together, and both weaken until
 * everything is at rest. Nodes that have a place already move little, so that a picture stays recognisable.
 */

const DISTANCE = 90;
const GRAVITY = 0.03;
const STEPS = 220;
const TURN = Math.PI * (3 - Math.sqrt(5));

export class ForceLayout {
  /** @param links `{from, to}`, of nodes; nodes get `x` and `y` */
  constructor(nodes, links) {
    this.nodes = nodes;
    this.links = links;
    const fresh = nodes.filter((node) => node.x === undefined);
    fresh.forEach((node, i) => this.begin(node, i));
    // What is new has to find its place; what only lost a neighbour stays.
    this.left = fresh.length === 0 ? 30 : STEPS;
    this.heat = fresh.length === nodes.length ? DISTANCE : DISTANCE / 2;
  }

  /** Beside the node that brought it, or on a spiral around the middle. */
  begin(node, i) {
    const near = node.near?.x === undefined ? null : node.near;
    const far = near ? DISTANCE * 0.8 : DISTANCE * 0.6 * Math.sqrt(i + 0.5);
    const angle = TURN * (i + (near ? 1 : 0));
    node.x = (near?.x ?? 0) + far * Math.cos(angle);
    node.y = (near?.y ?? 0) + far * Math.sin(angle);
  }

  /** Moves all nodes once; @returns whether there is more to do */
  step() {
    const { nodes } = this;
    const moves = new Map(nodes.map((node) => [node, { x: -node.x * GRAVITY, y: -node.y * GRAVITY }]));
    for (let i = 0; i < nodes.length; i += 1) {
      for (let j = i + 1; j < nodes.length; j += 1) {
        push(nodes[i], nodes[j], moves);
      }
    }
    this.links.forEach(({ from, to }) => from !== to && pull(from, to, moves));
    for (const [node, move] of moves) {
      const length = Math.hypot(move.x, move.y) || 1;
      const far = Math.min(length, this.heat) / length;
      if (!node.held) {
        node.x += move.x * far;
        node.y += move.y * far;
      }
    }
    this.left -= 1;
    this.heat = Math.max(1, this.heat * 0.975);
    return this.left > 0;
  }
}

function push(a, b, moves) {
  const dx = a.x - b.x || 0.1;
  const dy = a.y - b.y || 0.1;
  const square = dx * dx + dy * dy;
  const force = (DISTANCE * DISTANCE) / square;
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
