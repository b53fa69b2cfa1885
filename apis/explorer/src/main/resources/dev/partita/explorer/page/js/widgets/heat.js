/** Colour scale of load, from idle to throttled, interpolated between the colours of the style. */

import { colour } from './theme.js';

const COOL = 0.4;
/** Cool colours up to half of the limit, warm ones beyond, without a mixture of both. */
const STOPS = [0, 0.15, 0.5, 0.5, 0.75, 1];

/** Returns the function from a share from 0 to 1 to its current colour. */
export function heatScale() {
  const parts = heatParts();
  return (share) => `rgb(${parts(share).join(' ')})`;
}

/** Returns the function from a share to red, green and blue. */
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
 * Heat from 0 to 1: the share of the limit that is used. Without a limit, or far from it, it is
 * relative to the others, in the cool half of the scale.
 *
 * @param percent of the limit; null where there is none
 */
export function heatOf(percent, ru, mostRu) {
  const cool = mostRu > 0 ? COOL * Math.sqrt(ru / mostRu) : 0;
  return Math.max((percent ?? 0) / 100, cool);
}

/**
 * Prepares a canvas for the resolution of the screen; returns its context, and its size in CSS
 * pixels.
 */
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
