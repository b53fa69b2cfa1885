/**
 * The session of the user. The key is kept in memory and, to survive a reload, in the session
 * storage of this browser tab; never in a URL.
 */

const NAME = 'partita.key';

/**
 * The well-known key of emulators, which a server without a key of its own accepts on loopback
 * addresses.
 */
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
    // Without storage the key has to be entered again after a reload.
  }
}

export function forget() {
  remember('');
}
