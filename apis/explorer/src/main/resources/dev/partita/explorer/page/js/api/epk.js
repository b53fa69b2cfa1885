/** Positions on the hash ring: effective partition keys as numbers from 0 to 1. */

const V2 = /^[0-3][0-9A-F]{31}/;
const V1 = /^05C1[0-9A-F]+$/;
const V2_END = 2 ** 54;
const V1_END = 2 ** 32;

/**
 * Range of each partition, as `{begin, end}`. Where the bounds are not hashes, as in containers
 * that keep keys in order, all ranges get the same length.
 */
export function placesOf(partitions) {
  const bounds = new Set(partitions.flatMap(({ min, max }) => [min, max]).filter((bound) => bound !== '' && bound !== 'FF'));
  const all = [...bounds];
  const position = all.every((bound) => V2.test(bound)) ? hashed : all.every((bound) => V1.test(bound)) ? numbered : ranked(all);
  return partitions.map(({ min, max }) => ({ begin: min === '' ? 0 : position(min), end: max === 'FF' ? 1 : position(max) }));
}

/**
 * Widens narrow ranges to a minimum width for drawing, at the cost of the others.
 *
 * @param places `{begin, end}` of each in their order, from 0 to 1 without gaps
 * @returns `drawn`, the widened ranges, and `at(place)`, which maps any other position
 */
export function widened(places, least) {
  const narrowest = Math.min(least, 0.5 / Math.max(1, places.length));
  const widths = places.map(({ begin, end }) => end - begin);
  const thin = new Set();
  let scale = 1;
  let before = -1;
  while (thin.size > before) {
    before = thin.size;
    const rest = widths.reduce((sum, width, i) => (thin.has(i) ? sum : sum + width), 0);
    scale = (1 - thin.size * narrowest) / rest;
    widths.forEach((width, i) => width * scale < narrowest && thin.add(i));
  }
  let end = 0;
  const drawn = widths.map((width, i) => {
    const begin = end;
    end = i === widths.length - 1 ? 1 : begin + (thin.has(i) ? narrowest : width * scale);
    return { begin, end };
  });
  const at = (place) => {
    const i = places.findIndex((each) => place < each.end);
    if (i < 0) {
      return 1;
    }
    return drawn[i].begin + ((place - places[i].begin) / widths[i]) * (drawn[i].end - drawn[i].begin);
  };
  return { drawn, at };
}

function ranked(bounds) {
  const ranks = new Map(bounds.sort().map((bound, i) => [bound, (i + 1) / (bounds.length + 1)]));
  return (bound) => ranks.get(bound);
}

/** Position of a single key, or null where the keys are not hashes. */
export function placeOf(epk) {
  return V2.test(epk) ? hashed(epk) : V1.test(epk) ? numbered(epk) : null;
}

/** Uses the first 14 digits, which is as much as a number holds exactly. */
function hashed(epk) {
  return parseInt(epk.slice(0, 14), 16) / V2_END;
}

/**
 * Version 1 encodes its hash as a number in order-preserving form: a byte, then groups of seven
 * bits.
 */
function numbered(epk) {
  let bits = BigInt(parseInt(epk.slice(2, 4), 16)) << 56n;
  let shift = 49n;
  for (let i = 4; i + 2 <= epk.length; i += 2) {
    const group = parseInt(epk.slice(i, i + 2), 16);
    bits |= shift >= 0n ? BigInt(group >> 1) << shift : BigInt(group >> 1) >> -shift;
    shift -= 7n;
    if ((group & 1) === 0) {
      break;
    }
  }
  const view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, bits ^ (1n << 63n));
  return view.getFloat64(0) / V1_END;
}
