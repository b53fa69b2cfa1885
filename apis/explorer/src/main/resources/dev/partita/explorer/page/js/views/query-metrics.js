/** Metrics of a query, and the indexes that it used or could use. */

import { bytes, h, number } from '../widgets/dom.js';

const NAMES = {
  totalExecutionTimeInMs: ['Whole time', 'ms'],
  queryCompileTimeInMs: ['Compiling', 'ms'],
  queryLogicalPlanBuildTimeInMs: ['Logical plan', 'ms'],
  queryPhysicalPlanBuildTimeInMs: ['Physical plan', 'ms'],
  queryOptimizationTimeInMs: ['Optimising', 'ms'],
  VMExecutionTimeInMs: ['Executing, all of it', 'ms'],
  indexLookupTimeInMs: ['Looking into the index', 'ms'],
  documentLoadTimeInMs: ['Loading items', 'ms'],
  writeOutputTimeInMs: ['Writing results', 'ms'],
  systemFunctionExecuteTimeInMs: ['Functions', 'ms'],
  userFunctionExecuteTimeInMs: ['Functions of your own', 'ms'],
  retrievedDocumentCount: ['Items read', ''],
  retrievedDocumentSize: ['Size of items read', 'bytes'],
  outputDocumentCount: ['Results', ''],
  outputDocumentSize: ['Size of results', 'bytes'],
  indexUtilizationRatio: ['Results among items read', '%'],
};

export function metricsView(pages) {
  const page = pages.at(-1);
  const metrics = Object.fromEntries((page.headers.get('x-ms-documentdb-query-metrics') ?? '').split(';')
    .filter((part) => part.includes('=')).map((part) => part.split('=')));
  const rows = Object.entries(NAMES).filter(([name]) => name in metrics).map(([name, [title, unit]]) => [title, value(Number(metrics[name]), unit)]);
  return h(
    'dl', { class: 'facts' },
    fact('Charge of this page', `${number(page.ru)} RU`),
    fact('Charge of all pages', `${number(pages.reduce((sum, each) => sum + each.ru, 0))} RU`),
    fact('Seen from here', `${number(page.millis)} ms`),
    rows.map(([title, text]) => fact(title, text)),
  );
}

function fact(title, text) {
  return [h('dt', null, title), h('dd', null, text)];
}

function value(amount, unit) {
  if (unit === 'bytes') {
    return bytes(amount);
  }
  return unit === '%' ? `${number(amount * 100)} %` : `${number(amount)} ${unit}`.trim();
}

/** Index advice of the response header: JSON in URL encoding. */
export function adviceView(header) {
  if (!header) {
    return h('p', { class: 'nothing soft' }, 'The server said nothing about indexes.');
  }
  const { UtilizedIndexes: used = {}, PotentialIndexes: potential = {} } = JSON.parse(decodeURIComponent(header.replaceAll('+', ' ')));
  return adviceLists(flat(used), flat(potential));
}

function flat({ SingleIndexes = [], CompositeIndexes = [] }) {
  return [
    ...SingleIndexes.map((index) => ({ text: index.IndexSpec, impact: index.IndexImpactScore })),
    ...CompositeIndexes.map((index) => ({ text: index.IndexSpecs.join(', '), impact: index.IndexImpactScore })),
  ];
}

/** @param used,potential `{text, impact}` each */
export function adviceLists(used, potential) {
  return h(
    'div', { class: 'stack advice' },
    h('h3', null, 'Used'),
    used.length === 0 ? h('p', { class: 'soft' }, 'No index: every item was looked at.') : list(used, 'good'),
    h('h3', null, 'Would help'),
    potential.length === 0 ? h('p', { class: 'soft' }, 'Nothing that the indexing policy does not have already.') : list(potential, 'warn'),
  );
}

function list(indexes, kind) {
  return h('ul', { class: 'past' }, indexes.map(({ text, impact }) => h('li', null, h('code', null, text), ' ', impact ? h('span', { class: `pill ${kind}` }, `${impact} impact`) : null)));
}
