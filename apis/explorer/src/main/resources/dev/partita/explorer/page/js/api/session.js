/**
 * Who uses the page. The key is in memory and, so that a reload does not ask again, in the storage of this browser
 * tab; never in an address, and gone with the tab.
 */

const NAME = 'partita.key';

/** The key that all emulators have; a server that still has it lets everyone on its machine in. */
export const WELL_KNOWN = 'C2y6yDjf5/R+ob0N8A7Cgv30VRDJIWEHLM+4QDU5DE2nQ9nDuVTqobD4b8mGGyPMbIZnqyMsEcaGQy67XIw/Jw==';

let key = stored();

function stored() {
  try {
    return sessionStorage.getItem(NAME) ?? '';
  } catch {
    return '';
  }
}

export function accountKey() {
  return key;
}

export function remember(newKey) {
  key = newKey;
  try {
    if (newKey === '' || newKey === WELL_KNOWN) {
      sessionStorage.removeItem(NAME);
    } else {
      sessionStorage.setItem(NAME, newKey);
    }
  } catch {
    // A browser that stores nothing asks again after a reload.
  }
}

export function forget() {
  remember('');
}
