/** Form for the account's key. */

import { tryKey } from '../api/nosql.js';
import { forget, remember } from '../api/session.js';
import { canSign } from '../api/signature.js';
import { field, h, replace } from '../widgets/dom.js';

/** Shows the form instead of the page, and waits until a key is accepted. */
export function signIn(app) {
  return new Promise((resolve) => {
    const key = h('input', { class: 'input mono', type: 'password', autocomplete: 'off', spellcheck: false, name: 'key' });
    const problem = h('div', { class: 'problem', role: 'alert', hidden: true });
    const submit = h('button', { class: 'button primary', type: 'submit' }, 'Open');
    const form = h(
      'form',
      { novalidate: '' },
      h('div', { class: 'brand' }, h('img', { src: 'icon.svg', alt: '' }), 'Partita'),
      canSign()
        ? h('p', { class: 'soft' }, 'This server wants the key of the account. It stays in this browser tab.')
        : insecure(),
      field('Account key', key, 'The one in AccountKey=… of a connection string; a read-only key shows, but changes nothing.'),
      problem,
      submit,
    );
    key.disabled = !canSign();
    submit.disabled = !canSign();
    form.addEventListener('submit', async (event) => {
      event.preventDefault();
      submit.disabled = true;
      problem.hidden = true;
      try {
        remember(key.value.trim());
        await tryKey();
        resolve();
      } catch (failure) {
        forget();
        replace(problem, failure.message);
        problem.hidden = false;
        key.setAttribute('aria-invalid', 'true');
        key.focus();
      } finally {
        submit.disabled = false;
      }
    });
    replace(app, h('main', { class: 'sign-in' }, form));
    app.className = '';
    key.focus();
  });
}

/** Notice that browsers offer no cryptography to pages over plain HTTP. */
function insecure() {
  const secure = `https://${location.host}${location.pathname}`;
  return h('div', { class: 'hint-box' }, 'This page came without encryption, so it must not be given a key. Open ', h('a', { href: secure }, secure), ' instead.');
}
