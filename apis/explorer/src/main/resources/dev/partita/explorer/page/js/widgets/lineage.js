/**
 * History of splits and merges. Each partition is a block over its range, with its children below.
 * The lowest blocks are the current partitions.
 */

import { counted, h, replace, s } from './dom.js';
import { placesOf, widened } from '../api/epk.js';

const ROW = 26;
const MOST_LABELS = 120;
/** Minimum part of the width, enough for the number of a partition. */
const NARROWEST = 0.03;

export function lineage(partitions, chosen) {
  const byId = new Map(partitions.map((partition) => [partition.id, partition]));
  const levels = levelsOf(partitions, byId);
  const depth = Math.max(0, ...levels.values()) + 1;
  const places = drawnPlaces(partitions);
  const blocks = partitions.map((partition, i) => {
    const { begin, end } = places[i];
    const y = levels.get(partition.id) * ROW;
    const wide = end - begin > 0.9 * NARROWEST && partitions.length <= MOST_LABELS;
    return s(
      'g', { class: `block ${partition.live ? 'live' : ''}`, dataset: { partition: partition.id } },
      s('title', null, about(partition)),
      s('rect', { x: `${begin * 100}%`, y: y + 1, width: `${Math.max(0.05, (end - begin) * 100)}%`, height: ROW - 3, rx: 3 }),
      wide ? s('text', { x: `${(begin + end) * 50}%`, y: y + ROW / 2 + 3.5, 'text-anchor': 'middle' }, partition.id) : null,
    );
  });
  const picture = s('svg', { class: 'lineage', role: 'img', height: depth * ROW, 'aria-label': `${counted(partitions.length, 'partition')} in ${counted(depth, 'generation')}` }, blocks);
  picture.addEventListener('click', (event) => {
    const block = event.target.closest('.live');
    if (block) {
      chosen(block.dataset.partition);
    }
  });
  return picture;
}

/**
 * Widens current partitions to a visible width, and former ones to the width of their descendants.
 */
function drawnPlaces(partitions) {
  const places = placesOf(partitions);
  const live = partitions.flatMap((partition, i) => (partition.live ? [i] : []));
  const { drawn, at } = widened(live.map((i) => places[i]), NARROWEST);
  const byIndex = new Map(live.map((i, n) => [i, drawn[n]]));
  return places.map(({ begin, end }, i) => byIndex.get(i) ?? { begin: at(begin), end: at(end) });
}

/** The level of a partition is one below its lowest parent. */
function levelsOf(partitions, byId) {
  const levels = new Map();
  const level = (id) => {
    if (!levels.has(id)) {
      levels.set(id, 0);
      const parents = (byId.get(id)?.parents ?? []).filter((parent) => byId.has(parent));
      levels.set(id, parents.length === 0 ? 0 : 1 + Math.max(...parents.map(level)));
    }
    return levels.get(id);
  };
  partitions.forEach(({ id }) => level(id));
  return levels;
}

const CAUSES = { created: 'made with the container', storage: 'split for its storage', throughput: 'split for its throughput', request: 'made on request', merge: 'merged' };

function about({ id, cause, createdAt, retiredAt, live }) {
  const facts = [CAUSES[cause], createdAt && `since ${new Date(createdAt).toLocaleString()}`, !live && retiredAt && `until ${new Date(retiredAt).toLocaleString()}`];
  return `Partition ${id}${facts.filter(Boolean).map((fact) => `, ${fact}`).join('')}`;
}

/** The history as a list for screen readers. */
export function lineageText(partitions) {
  return h('ul', { class: 'only-read' }, partitions.slice(0, 200).map((partition) => h('li', null, about(partition))));
}

export function showLineage(element, partitions, chosen) {
  const sorted = [...partitions].sort((a, b) => (a.min < b.min ? -1 : a.min > b.min ? 1 : 0));
  replace(element, lineage(sorted, chosen), lineageText(sorted));
}
