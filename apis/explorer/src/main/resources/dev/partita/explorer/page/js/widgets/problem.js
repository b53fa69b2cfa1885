/** A failure in words; of a query that is wrong, the line too, with marks below the place. */

import { h, replace } from './dom.js';

const LONGEST = 100;

/** @param failure an error; its `errors`, if it has any, are places in its `source` */
export function showProblem(element, failure) {
  const { errors = [], source = '' } = failure;
  replace(element, errors.length === 0 || source === '' ? failure.message : errors.map((error) => located(error, source)));
  element.hidden = false;
}

function located({ message, start, end }, source) {
  const { line, column, text } = lineOf(source, start);
  // Of a long line, the part around the place.
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

/** The line and column of a place, both from 1, and the text of the line. */
export function lineOf(text, place) {
  const begin = text.lastIndexOf('\n', place - 1) + 1;
  const end = text.indexOf('\n', place);
  return { line: text.slice(0, place).split('\n').length, column: place - begin + 1, text: text.slice(begin, end < 0 ? undefined : end) };
}
