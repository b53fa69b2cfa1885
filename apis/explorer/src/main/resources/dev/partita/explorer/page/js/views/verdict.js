/** How well the partition key spreads the data, in a sentence. */

import { bytes, number } from '../widgets/dom.js';
import { keyText } from './items.js';

const EVEN = 1.4;
const UNEVEN = 2.2;
const NEAR_LIMIT_PERCENT = 50;

/** @returns `{kind, text}`, where the kind is good, warn, bad or empty */
export function verdictOf({ partitions, largestKeys = [], limits }) {
  const total = partitions.reduce((sum, partition) => sum + partition.storageBytes, 0);
  if (total === 0) {
    return { kind: '', text: 'No data yet.' };
  }
  const full = largestKeys.find((key) => key.ofLimitPercent >= NEAR_LIMIT_PERCENT);
  if (full) {
    return {
      kind: full.ofLimitPercent >= 75 ? 'bad' : 'warn',
      text: `The key ${keyText(full.key)} has ${number(full.ofLimitPercent)} % of the ${bytes(limits.logicalPartitionBytes)} that one key may have. A further level of the key would divide it.`,
    };
  }
  if (partitions.length === 1) {
    return { kind: '', text: `One partition holds all ${bytes(total)}.` };
  }
  return spread(partitions, total);
}

function spread(partitions, total) {
  const largest = partitions.reduce((a, b) => (b.storageBytes > a.storageBytes ? b : a));
  const mean = total / partitions.length;
  const ratio = largest.storageBytes / mean;
  const share = `Partition ${largest.id} has ${number(Math.round((100 * largest.storageBytes) / total))} % of the data, ${number(Math.round(ratio * 10) / 10)} times the mean`;
  if (ratio < EVEN) {
    return { kind: 'good', text: `Data is spread evenly: the largest partition has ${number(Math.round(ratio * 100) / 100)} times the mean.` };
  }
  return ratio < UNEVEN
    ? { kind: 'warn', text: `${share}: some values of the key are much heavier than others.` }
    : { kind: 'bad', text: `${share}: the key has too few values, or a few that take most.` };
}
