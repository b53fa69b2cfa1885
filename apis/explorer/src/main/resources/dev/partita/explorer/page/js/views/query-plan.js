/** Plan of a query: a tree of steps with their results and costs. */

import { explain } from '../api/admin.js';
import { h, number, replace } from '../widgets/dom.js';
import { adviceLists } from './query-metrics.js';

/** Shows the plan, and returns the whole response. */
export async function showPlan(element, database, container, query, parameters, signal) {
  replace(element, h('p', { class: 'nothing soft' }, 'Running …'));
  const explained = await explain(database, container, query, parameters, signal);
  const advice = explained.indexAdvice ?? {};
  replace(
    element,
    h('ul', { class: 'plan', role: 'tree', 'aria-label': 'Plan' }, step(explained.plan, explained.totalRu || 1)),
    adviceLists(texts(advice.utilized), texts(advice.potential)),
  );
  return explained;
}

function texts(indexes = []) {
  return indexes.map((index) => (typeof index === 'string' ? { text: index } : {
    text: index.index ?? index.spec ?? [index.specs ?? index.paths ?? JSON.stringify(index)].flat().join(', '), impact: index.impact,
  }));
}

/** A step with its own cost as a share of the whole. */
function step(node, total) {
  const share = Math.min(100, (100 * (node.ru ?? 0)) / total);
  return h(
    'li', { role: 'treeitem' },
    h(
      'div', { class: 'step' },
      h(
        'div', { class: 'row' },
        h('strong', null, node.operator),
        h('span', { class: 'soft' }, `${number(node.rows ?? 0)} ${node.rows === 1 ? 'row' : 'rows'}`),
        h('span', { class: share >= 50 ? 'warn' : 'soft' }, `${number(node.ru ?? 0)} RU`),
        node.millis === undefined ? null : h('span', { class: 'soft' }, `${number(node.millis)} ms`),
      ),
      node.detail ? h('code', { class: 'soft wrap' }, typeof node.detail === 'string' ? node.detail : JSON.stringify(node.detail)) : null,
      h('div', { class: 'meter', 'aria-hidden': 'true' }, h('span', { style: { width: `${share}%` } })),
    ),
    node.children?.length > 0 ? h('ul', { role: 'group' }, node.children.map((child) => step(child, total))) : null,
  );
}
