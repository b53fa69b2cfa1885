/** The scale of heat, from idle to throttled: colours of the style, and those between them. */

import { colour } from './theme.js';

const COOL = 0.4;
/** Cool colours up to half of the limit, warm ones beyond: a mixture of both would look like neither. */
const STOPS = [0, 0.15, 0.5, 0.5, 0.75, 1];

/** A function that gives the colour of a share from 0 to 1, as the style has it now. */
export function heatScale() {
  const parts = heatParts();
  return (share) => `rgb(${parts(share).join(' ')})`;
}

/** The same as red, green and blue. */
export function heatParts() {
  const colours = STOPS.map((_, i) => colour(`--heat-${i}`));
  return (share) => {
    const value = Math.max(0, Math.min(1, share));
    const upper = value <= STOPS[2] ? Math.max(1, STOPS.findIndex((stop) => value <= stop)) : value <= STOPS[4] ? 4 : 5;
    const within = (value - STOPS[upper - 1]) / (STOPS[upper] - STOPS[upper - 1]);
    const [from, to] = [colours[upper - 1], colours[upper]];
    return from.map((part, i) => Math.round(part + (to[i] - part) * within));
  };
}

/**
 * How hot something is, from 0 to 1: the share of its limit that it uses. What is far from its limit is told apart by
 * how busy it is beside others, in the cool half of the scale.
 *
 * @param percent of the limit; null where there is none
 */
export function heatOf(percent, ru, mostRu) {
  const cool = mostRu > 0 ? COOL * Math.sqrt(ru / mostRu) : 0;
  return Math.max((percent ?? 0) / 100, cool);
}

/** A canvas as sharp as the screen; returns its context, and its size in pixels of the page. */
export function prepare(canvas) {
  const ratio = devicePixelRatio || 1;
  const width = canvas.clientWidth;
  const height = canvas.clientHeight;
  if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
  }
  const context = canvas.getContext('2d');
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  return { context, width, height };
}

export function rgb(token) {
  return `rgb(${colour(token).join(' ')})`;
}
