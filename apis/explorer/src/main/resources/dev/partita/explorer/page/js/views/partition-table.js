/** Physical partitions as a table: the numbers behind the ring, accessible by keyboard. */

import { bytes, h, number } from '../widgets/dom.js';
import { DataTable } from '../widgets/data-table.js';

export class PartitionTable {
  constructor(choose) {
    this.table = new DataTable('Physical partitions', [
      { title: 'Id', width: '64px', render: (row) => String(row.id) },
      { title: 'Range', width: 'minmax(150px, 2fr)', className: 'soft', render: (row) => h('span', { class: 'mono', title: `${row.min} – ${row.max}` }, rangeText(row)) },
      { title: 'Storage', width: '90px', className: 'number', render: (row) => bytes(row.storageBytes) },
      { title: 'Items', width: '90px', className: 'number', render: (row) => number(row.items) },
      { title: 'RU/s now', width: '90px', className: 'number', render: (row) => number(row.ruLastSecond ?? 0) },
      { title: 'of its share', width: '118px', className: 'number soft', render: (row) => (row.ruPerSecond > 0 ? number(row.ruPerSecond) : '–') },
      { title: 'Use', width: 'minmax(90px, 1fr)', render: (row) => meter(row.normalisedPercent ?? 0) },
      { title: '429s a minute', width: '132px', className: 'number', render: (row) => refused(row.throttledLastMinute) },
      { title: '', width: '96px', render: (row) => (row.reshaping ? h('span', { class: 'pill warn' }, 'reshaping') : '') },
    ], { chosen: (row) => choose(String(row.id)) });
    this.element = this.table.element;
  }

  show(partitions, selected) {
    const index = partitions.findIndex(({ id }) => String(id) === selected);
    const shownBefore = this.shown;
    this.table.active = index >= 0 ? index : document.activeElement === this.element ? this.table.active : -1;
    this.table.show(partitions);
    this.element.style.height = `${Math.min(12, partitions.length + 1) * 28 + 2}px`;
    if (index >= 0 && selected !== shownBefore) {
      this.table.list.reveal(index);
    }
    this.shown = selected;
  }
}

export function rangeText({ min, max }) {
  const short = (bound) => (bound.length > 10 ? `${bound.slice(0, 6)}…` : bound);
  return `${min === '' ? '00' : short(min)} – ${short(max)}`;
}

function refused(count) {
  return count > 0 ? h('span', { class: 'bad' }, number(count)) : '0';
}

export function meter(percent) {
  const kind = percent >= 90 ? 'hot' : percent >= 60 ? 'warm' : '';
  return h('div', { class: `meter ${kind}`, title: `${number(percent)} %` }, h('span', { style: { width: `${Math.min(100, percent)}%` } }));
}
