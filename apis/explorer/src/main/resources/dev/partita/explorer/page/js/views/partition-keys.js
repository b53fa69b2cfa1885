/** Largest and hottest keys, and the lookup of a key. */

import { button, bytes, counted, h, replace } from '../widgets/dom.js';
import { keyText } from './items.js';
import { keyFields } from './key-fields.js';

/**
 * @param size,amount size of a key, as a number and as text; the bars are relative to the first
 * @param remark tooltip
 */
export function keyList(keys, { size, amount, remark }, choose) {
  if (!keys || keys.length === 0) {
    return h('p', { class: 'soft' }, 'None yet.');
  }
  return h('ol', { class: 'keys' }, keys.slice(0, 10).map((key) => h(
    'li', null,
    h('span', { class: 'clip mono', title: JSON.stringify(key.key) }, keyText(key.key)),
    h('span', { class: 'number soft' }, amount(key)),
    h('div', { class: 'meter', title: remark(key) }, h('span', { style: { width: `${(100 * size(key)) / (size(keys[0]) || 1)}%` } })),
    h('button', { type: 'button', class: 'button quiet small', title: `Partition ${key.partition}`, on: { click: () => choose(String(key.partition)) } }, `P ${key.partition}`),
  )));
}

/** Looks up the hash and the partition of a key. */
export class KeyLookup {
  constructor(paths, words, api, located) {
    this.words = words;
    this.api = api;
    this.located = located;
    this.fields = keyFields(paths, () => this.find());
    this.result = h('div', { class: 'stack tight', role: 'status' }, h('p', { class: 'soft' }, words.hint));
    this.element = h('div', { class: 'stack' }, h('div', { class: 'row nowrap' }, h('div', { class: 'grow' }, this.fields.element), button('Find', { click: () => this.find() })), this.result);
  }

  async find() {
    try {
      const found = await this.api.locate(this.fields.value());
      this.located(found);
      replace(this.result, h(
        'dl', { class: 'facts flat' },
        h('dt', null, 'Partition'), h('dd', null, h('strong', null, String(found.partition))),
        h('dt', null, this.words.place), h('dd', null, h('code', { class: 'wrap' }, found.epk)),
        h('dt', null, 'Holds'), h('dd', null, found.exists ? `${counted(found.items, 'item')}, ${bytes(found.storageBytes)}` : 'nothing yet'),
      ));
    } catch (failure) {
      this.located(null);
      replace(this.result, h('div', { class: 'problem' }, failure.message));
    }
  }
}
