/** Fields for throughput, in dialogs and settings. */

import { field, h, nextId } from '../widgets/dom.js';

/**
 * @param none label of the choice to have no throughput of its own; null if throughput is required
 * @returns `{element, settings()}`, where the settings are `{throughput}`, `{maxThroughput}` or null
 */
export function throughputFields(none, initial = {}) {
  const amount = h('input', { class: 'input', type: 'number', min: '100', step: '100', value: String(initial.amount ?? 400) });
  const hint = 'Request units for each second; 1 RU reads an item of 1 KB.';
  const amountField = field('RU/s', amount, hint);
  const group = nextId('mode');
  const modes = [...(none ? [['none', none]] : []), ['manual', 'Manual'], ['autoscale', 'Autoscale']];
  const chosen = initial.mode ?? modes[0][0];
  const update = () => {
    const mode = current();
    amountField.hidden = mode === 'none';
    amountField.querySelector('.label').textContent = mode === 'autoscale' ? 'Maximum RU/s' : 'RU/s';
    if (mode === 'autoscale' && Number(amount.value) < 1000) {
      amount.value = '1000';
    }
  };
  const radios = modes.map(([mode, label]) => h(
    'label', { class: 'choice' }, h('input', { type: 'radio', name: group, value: mode, checked: mode === chosen, on: { change: update } }), label,
  ));
  const element = h(
    'fieldset', { class: 'plain stack' }, h('legend', { class: 'label' }, 'Throughput'), h('div', { class: 'row' }, radios), amountField,
  );
  const current = () => element.querySelector('input[type=radio]:checked').value;
  update();
  return {
    element,
    mode: current,
    settings() {
      const value = Number(amount.value);
      if (current() === 'none') {
        return null;
      }
      if (!Number.isInteger(value) || value <= 0) {
        throw new Error('Throughput is a whole number of request units per second.');
      }
      return current() === 'autoscale' ? { maxThroughput: value } : { throughput: value };
    },
  };
}
