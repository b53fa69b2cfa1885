/** Text of a failure; for a query, with the line and marks below the position. */

import { h, replace } from './dom.js';

const LONGEST = 100;

/** @param failure an error; its `errors`, if it has any, are positions in its `source` */
export function showProblem(element, failure) {
  const { errors = [], source = '' } = failure;
  replace(element, errors.length === 0 || source === '' ? failure.message : errors.map((error) => located(error, source)));
  element.hidden = false;
}

function located({ message, start, end }, source) {
  const { line, column, text } = lineOf(source, start);
  // A long line is cut to the part around the position.
  const from = Math.max(0, Math.min(column - 1 - LONGEST / 2, text.length - LONGEST));
  const shown = text.slice(from, from + LONGEST).replaceAll('\t', ' ');
  const before = column - 1 - from;
  const marks = '^'.repeat(Math.max(1, Math.min(end - start, shown.length - before)));
  return h(
    'div', { class: 'located' },
    h('div', null, `${message} at line ${line}, column ${column}:`),
    h('pre', null, `${shown}\n${' '.repeat(before)}${marks}`),
  );
}

/** Line and column of a position, both from 1, and the text of the line. */
export function lineOf(text, place) {
  const begin = text.lastIndexOf('\n', place - 1) + 1;
  const end = text.indexOf('\n', place);
  return { line: text.slice(0, place).split('\n').length, column: place - begin + 1, text: text.slice(begin, end < 0 ? undefined : end) };
}
