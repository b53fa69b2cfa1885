/** Connected components of a graph, and their layout side by side without overlap. */

/** Half the width of a node with its name. */
const HALF_WIDTH = 55;
const ABOVE = 26;
const BELOW = 38;

/** Preferred ratio of width to height. */
const ASPECT = 1.5;

/** Connected components as lists of nodes, in the order of their first nodes. */
export function componentsOf(nodes, links) {
  const parents = new Map(nodes.map((node) => [node, node]));
  const rootOf = (node) => {
    let root = node;
    while (parents.get(root) !== root) {
      parents.set(root, parents.get(parents.get(root)));
      root = parents.get(root);
    }
    return root;
  };
  links.forEach(({ from, to }) => parents.set(rootOf(to), rootOf(from)));
  const components = new Map();
  nodes.forEach((node) => {
    const root = rootOf(node);
    components.set(root, [...(components.get(root) ?? []), node]);
  });
  return [...components.values()];
}

/** Bounding box of a component. */
export function boxOf(component) {
  const xs = component.map(({ x }) => x);
  const ys = component.map(({ y }) => y);
  return {
    left: Math.min(...xs) - HALF_WIDTH, right: Math.max(...xs) + HALF_WIDTH, top: Math.min(...ys) - ABOVE, bottom: Math.max(...ys) + BELOW,
  };
}

export function shift(component, dx, dy) {
  component.forEach((node) => {
    node.x += dx;
    node.y += dy;
  });
}

/** Packs components, the highest first, each at the highest and then leftmost free place. */
export function pack(components) {
  const boxes = components.map((component) => ({ component, box: boxOf(component) }))
    .map(({ component, box }) => ({ component, box, width: box.right - box.left, height: box.bottom - box.top }))
    .sort((a, b) => b.height - a.height || b.width - a.width);
  const area = boxes.reduce((sum, { width, height }) => sum + width * height, 0);
  const wide = Math.max(Math.sqrt(area * ASPECT), ...boxes.map(({ width }) => width));
  // Skyline of the occupied space, from below: `{x, width, y}` from left to right.
  let skyline = [{ x: 0, width: wide, y: 0 }];
  for (const { component, box, width, height } of boxes) {
    const place = bestPlace(skyline, width);
    shift(component, place.x - box.left, place.y - box.top);
    skyline = raised(skyline, place.x, width, place.y + height);
  }
}

function bestPlace(skyline, width) {
  const wide = skyline.at(-1).x + skyline.at(-1).width;
  let best = null;
  for (const { x } of skyline) {
    if (x + width <= wide + 0.001) {
      const y = Math.max(...skyline.filter((part) => part.x < x + width - 0.001 && part.x + part.width > x + 0.001).map((part) => part.y));
      if (best === null || y < best.y) {
        best = { x, y };
      }
    }
  }
  return best;
}

function raised(skyline, x, width, y) {
  const end = x + width;
  const parts = skyline.flatMap((part) => {
    const partEnd = part.x + part.width;
    return [
      { x: part.x, width: Math.min(partEnd, x) - part.x, y: part.y },
      { x: Math.max(part.x, end), width: partEnd - Math.max(part.x, end), y: part.y },
    ].filter((rest) => rest.width > 0.001);
  });
  return [...parts, { x, width, y }].sort((a, b) => a.x - b.x);
}

/**
 * Moves overlapping components apart by a small step, the smaller one of each pair.
 *
 * @returns whether there is no overlap left
 */
export function separate(components) {
  const boxes = components.map(boxOf);
  let apart = true;
  for (let i = 0; i < components.length; i += 1) {
    for (let j = i + 1; j < components.length; j += 1) {
      const right = Math.min(boxes[i].right, boxes[j].right) - Math.max(boxes[i].left, boxes[j].left);
      const down = Math.min(boxes[i].bottom, boxes[j].bottom) - Math.max(boxes[i].top, boxes[j].top);
      if (right > 0.001 && down > 0.001) {
        apart = false;
        const [stays, goes] = components[i].length >= components[j].length ? [i, j] : [j, i];
        const sideways = right < down;
        const sign = direction(boxes[stays], boxes[goes], sideways);
        shift(components[goes], sideways ? sign * (right + 1) : 0, sideways ? 0 : sign * (down + 1));
        boxes[goes] = boxOf(components[goes]);
      }
    }
  }
  return apart;
}

/** Direction away from the middle of the other component. */
function direction(stays, goes, sideways) {
  const [low, high] = sideways ? ['left', 'right'] : ['top', 'bottom'];
  return goes[low] + goes[high] >= stays[low] + stays[high] ? 1 : -1;
}
