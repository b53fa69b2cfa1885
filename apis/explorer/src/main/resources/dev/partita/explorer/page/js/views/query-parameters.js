/**
 * Parameters of a query: a field for each `@name` in its text. Values are kept while a name is
 * missing.
 */

import { h, nextId, replace } from '../widgets/dom.js';
import { LANGUAGES } from '../widgets/highlight.js';
import { JsonProblem, problemIn } from '../json/text.js';

/** Names of the parameters in a query, in order, ignoring strings and comments. */
export function parametersIn(query) {
  const names = [...LANGUAGES.sql(query)].filter(([kind, piece]) => kind === 'c-key' && piece.startsWith('@')).map(([, piece]) => piece);
  return [...new Set(names)];
}

/**
 * A value as typed: JSON if it begins like JSON, otherwise a text without quotes.
 *
 * @throws JsonProblem for invalid JSON
 */
export function parameterValue(text) {
  const trimmed = text.trim();
  if (/^(?:[{["]|-?\d|(?:true|false|null)$)/.test(trimmed)) {
    const problem = problemIn(trimmed);
    if (!problem) {
      return JSON.parse(trimmed);
    }
    if (/^[{["]/.test(trimmed)) {
      throw problem;
    }
  }
  return text;
}

export class QueryParameters {
  constructor() {
    this.inputs = new Map();
    this.list = h('div', { class: 'parameters' });
    this.element = h(
      'fieldset', { class: 'plain parameter-box', hidden: true },
      h('legend', { class: 'label' }, 'Parameters'), this.list,
      h('span', { class: 'hint' }, 'JSON, or a text without quotes; "5" is the text, 5 the number. Without a value a parameter is not sent.'),
    );
  }

  /** Shows a field for each parameter of the query. */
  follow(query) {
    const names = parametersIn(query);
    const shown = [...this.list.children].map((field) => field.dataset.name);
    if (names.join() === shown.join()) {
      return;
    }
    replace(this.list, names.map((name) => this.field(name)));
    this.element.hidden = names.length === 0;
  }

  field(name) {
    if (!this.inputs.has(name)) {
      const id = nextId('parameter');
      const kind = h('span', { class: 'hint', id: `${id}-kind` });
      const input = h('input', {
        class: 'input mono', id, name, autocomplete: 'off', spellcheck: false, 'aria-describedby': kind.id,
        on: { input: () => this.describe(input, kind) },
      });
      const element = h('div', { class: 'parameter', dataset: { name } }, h('label', { class: 'mono clip', for: id, title: name }, name), input, kind);
      this.inputs.set(name, { input, kind, element });
      this.describe(input, kind);
    }
    return this.inputs.get(name).element;
  }

  describe(input, kind) {
    let words = 'no value';
    try {
      words = input.value === '' ? words : kindOf(parameterValue(input.value));
      input.removeAttribute('aria-invalid');
    } catch {
      words = 'not valid';
      input.setAttribute('aria-invalid', 'true');
    }
    replace(kind, words);
  }

  /**
   * Values for a query: `[{name, value}]`.
   *
   * @throws Error naming the parameter whose value is invalid
   */
  values(query) {
    return parametersIn(query).map((name) => [name, this.inputs.get(name)?.input.value ?? '']).filter(([, text]) => text !== '').map(([name, text]) => {
      try {
        return { name, value: parameterValue(text) };
      } catch (problem) {
        throw problem instanceof JsonProblem ? new Error(`The value of ${name} is not valid JSON: ${problem.message}`) : problem;
      }
    });
  }
}

function kindOf(value) {
  if (value === null) {
    return 'null';
  }
  return Array.isArray(value) ? 'array' : { string: 'text', number: 'number', boolean: 'boolean', object: 'object' }[typeof value];
}
