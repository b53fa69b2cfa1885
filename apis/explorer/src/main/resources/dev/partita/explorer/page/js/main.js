/** Entry point: finds out whether the server needs a key, then shows the page. */

import { readAccount } from './api/nosql.js';
import { accountKey, remember, WELL_KNOWN } from './api/session.js';
import { canSign } from './api/signature.js';
import { createShell } from './views/shell.js';
import { signIn } from './views/sign-in.js';
import { applyTheme } from './widgets/theme.js';

const app = document.getElementById('app');

async function start() {
  applyTheme();
  if (accountKey() === '' && !(await isOpen())) {
    await signIn(app);
  }
  app.className = 'app';
  const shell = createShell(app);
  app.setAttribute('aria-busy', 'false');
  performance.mark('partita-shell');
  await shell.start();
  performance.mark('partita-usable');
}

/**
 * Whether the server accepts requests without a key that the user has to enter: it needs none, or
 * has the well-known one.
 */
async function isOpen() {
  try {
    await readAccount();
    remember(canSign() ? WELL_KNOWN : '');
    return true;
  } catch (failure) {
    return failure.status === 0;
  }
}

start();
