/** Names of tabs, and the fragments of the URL that open views. */

export function viewId(view, target) {
  return JSON.stringify([view, target.database, target.container, target.script, target.id, target.serial]);
}

export function address(view, { database, container, script, id }) {
  return [database, container, view, ...(script ? [script, id ?? ''] : [])];
}

export function decode(segment) {
  try {
    return decodeURIComponent(segment);
  } catch {
    return '';
  }
}
