/** Names of the properties that items of a container are known to have, for suggestions. */

const MOST = 500;
const LONGEST = 200_000;
const known = new Map();

function of(database, container) {
  const id = JSON.stringify([database, container]);
  if (!known.has(id)) {
    known.set(id, new Set(['id', '_ts', '_etag', '_rid', '_self']));
  }
  return known.get(id);
}

/** Collects the names in the text of an item or a result. */
export function learn(database, container, text) {
  const names = of(database, container);
  if (text.length <= LONGEST) {
    collect(JSON.parse(text), names, 0);
  }
}

function collect(value, names, depth) {
  if (value === null || typeof value !== 'object' || depth > 8 || names.size > MOST) {
    return;
  }
  for (const [name, inner] of Object.entries(value)) {
    if (!Array.isArray(value) && /^[A-Za-z_]\w*$/.test(name)) {
      names.add(name);
    }
    collect(inner, names, depth + 1);
  }
}

export function propertiesOf(database, container) {
  return [...of(database, container)].sort();
}
