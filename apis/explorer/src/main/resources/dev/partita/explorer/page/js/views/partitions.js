/**
 * Partitions of a container, live: the hash ring, storage and use of each, hot keys, the history,
 * and commands for splits and merges.
 */

import { Partitions } from '../api/admin.js';
import { placeOf, placesOf } from '../api/epk.js';
import { listen } from '../api/events.js';
import { bytes, h, number, perFrame, replace, replaceUnderFocus } from '../widgets/dom.js';
import { heatOf } from '../widgets/heat.js';
import { HeatMap } from '../widgets/heat-map.js';
import { showLineage } from '../widgets/lineage.js';
import { Ring } from '../widgets/ring.js';
import { StorageBars } from '../widgets/storage-bars.js';
import { onTheme } from '../widgets/theme.js';
import { Operations } from './operations.js';
import { PartitionDetails } from './partition-details.js';
import { keyList, KeyLookup } from './partition-keys.js';
import { PartitionTable } from './partition-table.js';

const MINUTES = 10;
const HISTORY_MILLIS = 5000;
const HOTTEST = {
  size: (key) => key.ruPerSecond,
  amount: (key) => `${number(key.ruPerSecond)} RU/s`,
  remark: (key) => `${number(key.sharePercent)} % of what its partition used`,
};
const LARGEST = {
  size: (key) => key.storageBytes,
  amount: (key) => bytes(key.storageBytes),
  remark: (key) => `${number(key.ofLimitPercent)} % of what one key may have`,
};

/**
 * Containers are partitioned by the hash of the key, tables of storage accounts by the key itself.
 */
const HASHED = { ring: 'Hash ring', place: 'Hash', hint: 'A value of the partition key, to see where its hash lies. Write "5" for the text, 5 for the number.' };
const RANGED = { ring: 'Ranges of keys', place: 'Position', hint: 'A value of the partition key, to see in which range it lies.' };

export function create(shell, target) {
  return new PartitionsView(shell, target).tab();
}

class PartitionsView {
  constructor(shell, { database, container, definition }) {
    this.database = database;
    this.container = container;
    this.words = database.includes('/') ? RANGED : HASHED;
    this.api = new Partitions(database, container);
    this.state = null;
    this.selected = null;
    const choose = (id) => this.choose(id);
    this.ring = new Ring(choose);
    this.bars = new StorageBars(choose);
    this.heat = new HeatMap();
    this.table = new PartitionTable(choose);
    this.operations = new Operations(this.api, () => this.reloadSlow());
    this.details = new PartitionDetails({
      split: (id) => this.operations.begin('Split', () => this.api.split(id)),
      merge: (left, right) => this.operations.begin('Merge', () => this.api.merge(left, right)),
      choose,
    });
    this.lookup = new KeyLookup(definition.partitionKey.paths, this.words, this.api, (found) => this.located(found));
    this.draw = perFrame(() => this.paint());
    this.offTheme = onTheme(() => {
      this.paint();
      this.heat.draw();
    });
    this.build();
  }

  tab() {
    return {
      title: `${this.container} · Partitions`, hint: `${this.database} / ${this.container} / Partitions`, element: this.element,
      shown: () => this.start(), hidden: () => this.stop(), refresh: () => this.reload(),
      closed: () => {
        this.stop();
        this.offTheme();
      },
    };
  }

  build() {
    this.problem = h('div', { class: 'problem', role: 'alert', hidden: true });
    this.facts = h('div', { class: 'row soft' });
    this.live = h('span', { class: 'pill' }, 'connecting');
    this.verdict = h('p', { class: 'verdict', role: 'status' });
    this.hottest = h('div', null);
    this.largest = h('div', null);
    this.history = h('div', { class: 'lineage-box' });
    this.element = h(
      'div', { class: 'view scroll partitions' },
      h('div', { class: 'bar row' }, h('h1', { class: 'clip' }, this.container), this.facts, h('span', { class: 'grow' }), this.live),
      this.problem,
      this.operations.element,
      h(
        'div', { class: 'tiles' },
        tile('ring-tile', this.words.ring, legend(), h('div', { class: 'ring-and-details' }, this.ring.element, this.details.element)),
        tile('', 'Storage by physical partition', null, this.verdict, this.bars.element),
        tile('', 'Find a partition key', null, this.lookup.element),
        tile('wide', `Use, the last ${MINUTES} minutes`, null, this.heat.element),
        tile('', 'Hottest keys', null, this.hottest),
        tile('', 'Largest keys', null, this.largest),
        tile('wide', 'Splits and merges', null, this.history),
        tile('wide flush', 'Physical partitions', null, this.table.element),
      ),
    );
  }

  start() {
    if (this.leave) {
      return;
    }
    this.leave = listen(this.api.events, {
      open: () => this.connected(true),
      lost: () => this.connected(false),
      partitions: (state) => this.take(state),
      operation: (operation) => this.operations.update(operation),
    });
    this.reload();
    this.timer = setInterval(() => this.loadHistory(), HISTORY_MILLIS);
  }

  stop() {
    this.leave?.();
    this.leave = null;
    clearInterval(this.timer);
  }

  connected(live) {
    this.live.className = `pill ${live ? 'good' : 'warn'}`;
    replace(this.live, live ? 'live' : 'connecting');
    if (!live) {
      this.reload();
    }
  }

  async reload() {
    try {
      this.take(await this.api.read(this.state === null));
      this.problem.hidden = true;
      await this.reloadSlow();
    } catch (failure) {
      replace(this.problem, failure.message);
      this.problem.hidden = false;
    }
  }

  /** Reloads the parts that change only with the partitions themselves, and the history. */
  async reloadSlow() {
    const [lineage] = await Promise.all([this.api.lineage(), this.loadHistory()]);
    showLineage(this.history, lineage.partitions, (id) => this.choose(id));
  }

  async loadHistory() {
    const history = await this.api.history(MINUTES).catch(() => null);
    if (history && this.state) {
      this.heat.show(history, this.state.partitions.map(({ id }) => id));
    }
  }

  take(state) {
    const before = this.state?.partitions.map(({ id }) => id).join();
    state.partitions.sort((a, b) => (a.min < b.min ? -1 : a.min > b.min ? 1 : 0));
    this.state = state;
    this.draw();
    if (before !== undefined && before !== state.partitions.map(({ id }) => id).join()) {
      this.reloadSlow().catch(() => {});
    }
  }

  choose(id) {
    this.selected = id === this.selected ? null : id;
    this.draw();
  }

  located(found) {
    this.ring.point(found ? placeOf(found.epk) : null);
    if (found) {
      this.selected = String(found.partition);
      this.draw();
    }
  }

  paint() {
    const { state } = this;
    if (!state) {
      return;
    }
    const { partitions } = state;
    if (!partitions.some(({ id }) => String(id) === this.selected)) {
      this.selected = null;
    }
    const storage = partitions.reduce((sum, partition) => sum + partition.storageBytes, 0);
    const used = partitions.reduce((sum, partition) => sum + (partition.ruLastSecond ?? 0), 0);
    replace(this.facts, h('code', null, state.partitionKey.paths.join(' / ')), throughputText(state.throughput));
    this.paintRing(partitions, storage, used);
    const places = placesOf(partitions);
    this.bars.show(partitions.map((each, i) => ({ id: String(each.id), storageBytes: each.storageBytes, evenBytes: storage * (places[i].end - places[i].begin) })), this.selected);
    this.verdict.className = `verdict ${state.keySpread.verdict}`;
    replace(this.verdict, state.keySpread.text);
    this.table.show(partitions, this.selected);
    this.details.show(partitions, this.selected, state);
    replaceUnderFocus(this.hottest, keyList(state.hottestKeys, HOTTEST, (id) => this.choose(id)));
    replaceUnderFocus(this.largest, keyList(state.largestKeys, LARGEST, (id) => this.choose(id)));
  }

  paintRing(partitions, storage, used) {
    const places = placesOf(partitions);
    const most = Math.max(1, ...partitions.map((partition) => partition.storageBytes));
    const busiest = Math.max(1, ...partitions.map((partition) => partition.ruLastSecond ?? 0));
    const arcs = partitions.map((partition, i) => ({
      ...places[i],
      id: String(partition.id),
      storageShare: partition.storageBytes / most,
      heat: heatOf(partition.normalisedPercent, partition.ruLastSecond ?? 0, busiest),
      throttled: partition.throttledLastMinute,
      reshaping: partition.reshaping,
      title: `Partition ${partition.id}: ${bytes(partition.storageBytes)}, ${number(partition.ruLastSecond ?? 0)} RU/s`,
    }));
    const count = partitions.length;
    const words = [number(count), count === 1 ? 'partition' : 'partitions', bytes(storage), `${number(used)} RU/s`];
    this.ring.show(arcs, words, this.selected, `${words[0]} ${words[1]}, ${bytes(storage)}, ${number(used)} request units in the last second`);
  }
}

function throughputText({ mode, ruPerSecond, maxRuPerSecond }) {
  switch (mode) {
    case 'autoscale': return `autoscale, up to ${number(maxRuPerSecond ?? ruPerSecond)} RU/s`;
    case 'manual': return `${number(ruPerSecond)} RU/s`;
    case 'shared': return `shares ${number(ruPerSecond ?? 0)} RU/s with others`;
    default: return 'without limit';
  }
}

function tile(kind, title, aside, ...content) {
  return h('section', { class: `tile ${kind}`, 'aria-label': title }, h('div', { class: 'tile-head' }, h('h2', null, title), aside), content);
}

function legend() {
  return h('div', { class: 'legend soft', 'aria-hidden': 'true' }, 'idle', h('span', { class: 'scale' }), 'at its limit', h('span', { class: 'scale-mark' }), '429');
}
