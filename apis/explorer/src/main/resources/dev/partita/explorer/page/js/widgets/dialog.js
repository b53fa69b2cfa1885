/** Modal dialogs, closed by Escape; input is kept until the action succeeds. */

import { button, h, nextId, replace } from './dom.js';

/**
 * Opens a dialog and waits until it is done or dismissed.
 *
 * @param title heading
 * @param content an element, or several
 * @param action label of its main button; null for a dialog that can only be closed
 * @param run action of the main button; a failure is shown in the dialog, which then stays
 * @returns the result of `run`, or undefined if it was dismissed
 */
export function dialog({ title, content, action = null, danger = false, wide = false, run = async () => true, more = [] }) {
  return new Promise((resolve) => {
    let result;
    const titleId = nextId('dialog');
    const problem = h('div', { class: 'problem', role: 'alert', hidden: true });
    const submit = action
      ? h('button', { type: 'submit', class: `button primary ${danger ? 'danger' : ''}` }, action)
      : null;
    const close = () => element.close();
    const form = h(
      'form',
      { novalidate: '' },
      h('header', null, h('h2', { id: titleId }, title)),
      h('div', { class: 'content stack' }, content, problem),
      h('footer', null, more.map((make) => make(close)), button(action ? 'Cancel' : 'Close', { click: close }), submit),
    );
    const element = h('dialog', { class: `dialog ${wide ? 'wide' : ''}`, 'aria-labelledby': titleId }, form);
    form.addEventListener('submit', async (event) => {
      event.preventDefault();
      if (!submit || submit.disabled) {
        return;
      }
      submit.disabled = true;
      problem.hidden = true;
      try {
        result = await run();
        element.close();
      } catch (failure) {
        replace(problem, failure.message);
        problem.hidden = false;
        problem.scrollIntoView({ block: 'nearest' });
      } finally {
        submit.disabled = false;
      }
    });
    element.addEventListener('close', () => {
      element.remove();
      resolve(result);
    });
    document.body.append(element);
    element.showModal();
  });
}

/**
 * Asks for confirmation before an action that cannot be undone.
 *
 * @param name text that has to be typed; omitted where a click is enough
 */
export function confirm({ title, text, action, name, run }) {
  const input = name === undefined ? null : h('input', { class: 'input', autocomplete: 'off', 'aria-label': `Type ${name}` });
  return dialog({
    title,
    action,
    danger: true,
    content: [
      h('p', null, text),
      input ? h('p', { class: 'soft' }, 'Type ', h('strong', null, name), ' to go on.') : null,
      input,
    ],
    run: async () => {
      if (input && input.value !== name) {
        throw new Error('The name that was typed is another one.');
      }
      return (await run()) ?? true;
    },
  });
}
