/** Fields for the values of a partition key, one for each of its paths. */

import { h } from '../widgets/dom.js';

/**
 * A value as typed: JSON if it is valid JSON, text otherwise, so that only a text that looks like a
 * number needs quotes.
 */
export function keyValue(text) {
  const trimmed = text.trim();
  if (/^(-?\d|"|true$|false$|null$)/.test(trimmed)) {
    try {
      return JSON.parse(trimmed);
    } catch {
      return text;
    }
  }
  return text;
}

/** @returns `{element, value()}`; the value has one element for each path with input */
export function keyFields(paths, submit = () => {}) {
  const inputs = paths.map((path) => h('input', {
    class: 'input mono', placeholder: path, 'aria-label': `Partition key ${path}`, autocomplete: 'off', spellcheck: false, name: 'key',
    on: { keydown: (event) => event.key === 'Enter' && submit() },
  }));
  return {
    element: h('div', { class: 'row nowrap key-fields' }, inputs),
    inputs,
    value: () => inputs.map((input) => keyValue(input.value)),
  };
}
