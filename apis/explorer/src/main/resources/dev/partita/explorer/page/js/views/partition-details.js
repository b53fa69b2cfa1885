/** Details and commands of one partition. */

import { confirm } from '../widgets/dialog.js';
import { button, bytes, h, number, replace } from '../widgets/dom.js';
import { meter, rangeText } from './partition-table.js';

export class PartitionDetails {
  /** @param on `split(id)`, `merge(left, right)` and `choose(id)` */
  constructor(on) {
    this.on = on;
    this.facts = h('dl', { class: 'facts flat' });
    this.title = h('h3', null);
    this.split = button('Split', { click: () => this.askSplit() });
    this.merge = button('Merge with next', { click: () => this.askMerge() });
    this.hint = h('p', { class: 'soft' }, 'Choose a partition on the ring or in the table, to see its numbers and to split or merge it.');
    this.chosen = h('div', { class: 'stack tight', hidden: true }, this.title, this.facts, h('div', { class: 'row' }, this.split, this.merge));
    this.element = h('div', { class: 'details' }, this.hint, this.chosen);
  }

  show(partitions, selected, { limits }) {
    const index = partitions.findIndex(({ id }) => String(id) === selected);
    this.hint.hidden = index >= 0;
    this.chosen.hidden = index < 0;
    if (index < 0) {
      return;
    }
    const partition = partitions[index];
    this.partition = partition;
    this.next = partitions[index + 1] ?? null;
    replace(this.title, `Partition ${partition.id}`);
    const share = partition.ruPerSecond > 0 ? ` of ${number(partition.ruPerSecond)}` : '';
    replace(
      this.facts,
      row('Range', h('code', { title: `${partition.min} – ${partition.max}` }, rangeText(partition))),
      row('Storage', `${bytes(partition.storageBytes)} of ${bytes(limits.partitionBytes)}`),
      row('Items', number(partition.items)),
      row('RU/s now', `${number(partition.ruLastSecond ?? 0)}${share}`),
      row('RU/s, mean', number(partition.ruLastMinute ?? 0)),
      row('Use', meter(partition.normalisedPercent ?? 0)),
      row('Requests', number(partition.requestsLastMinute)),
      row('429s', h('span', { class: partition.throttledLastMinute > 0 ? 'bad' : '' }, number(partition.throttledLastMinute))),
      partition.parents.length > 0 ? row('Made of', partition.parents.join(', ')) : null,
    );
    const busy = Boolean(partition.reshaping);
    this.split.disabled = busy;
    this.merge.disabled = busy || this.next === null || Boolean(this.next.reshaping);
    this.merge.title = this.next ? `Merge with partition ${this.next.id}` : 'This is the last partition';
  }

  askSplit() {
    const { id } = this.partition;
    return confirm({
      title: `Split partition ${id}?`, text: 'Where its data is halved, two partitions take its place. Requests go on meanwhile.', action: 'Split',
      run: () => this.on.split(id),
    });
  }

  askMerge() {
    const [left, right] = [this.partition.id, this.next.id];
    return confirm({
      title: `Merge partitions ${left} and ${right}?`, text: 'One partition takes the place of both. Requests go on meanwhile.', action: 'Merge',
      run: () => this.on.merge(left, right),
    });
  }
}

function row(title, content) {
  return [h('dt', null, title), h('dd', null, content)];
}
