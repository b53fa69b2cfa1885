/**
 * Load of partitions over time: a row for each, a column for each step, the colour for the load.
 */

import { h, number, perFrame } from './dom.js';
import { heatOf, heatParts, heatScale, prepare, rgb } from './heat.js';

const TALLEST = 260;
const ROW = 16;
/** From this number of cells on, cells are pixels of an image instead of drawn rectangles. */
const MANY_CELLS = 10_000;
const SHADES = 255;

export class HeatMap {
  constructor() {
    this.history = null;
    this.canvas = h('canvas', { class: 'heat-map', role: 'img', 'aria-label': 'Use of partitions over time' });
    this.from = h('span', null);
    this.to = h('span', null, 'now');
    this.tip = h('span', { class: 'grow tip', 'aria-hidden': 'true' });
    this.element = h('div', { class: 'stack tight' }, this.canvas, h('div', { class: 'axis' }, this.from, this.tip, this.to));
    this.draw = perFrame(() => this.paint());
    this.canvas.addEventListener('pointermove', (event) => this.explain(event));
    this.canvas.addEventListener('pointerleave', () => {
      this.tip.textContent = '';
    });
    new ResizeObserver(this.draw).observe(this.canvas);
  }

  /**
   * @param order ids of partitions in the order of their ranges; former ones follow where they
   * first appear
   */
  show(history, order) {
    const rank = new Map(order.map((id, i) => [id, i]));
    const rows = [...history.partitions].sort((a, b) => (rank.get(a.id) ?? -1) - (rank.get(b.id) ?? -1));
    const most = rows.reduce((sofar, row) => row.ru.reduce((a, b) => Math.max(a, b), sofar), 1);
    this.heatAt = (row, i) => heatOf(row.normalisedPercent?.[i], row.ru[i], most);
    this.history = { ...history, rows };
    this.canvas.style.height = `${Math.max(ROW, Math.min(TALLEST, rows.length * ROW))}px`;
    this.from.textContent = history.times.length > 0 ? new Date(history.times[0]).toLocaleTimeString() : '';
    this.draw();
  }

  paint() {
    if (!this.history || this.canvas.clientWidth === 0) {
      return;
    }
    const { context, width, height } = prepare(this.canvas);
    const { rows, times } = this.history;
    if (rows.length * times.length > MANY_CELLS) {
      this.paintImage(context, width, height);
      return;
    }
    const scale = heatScale();
    const mark = rgb('--bad');
    const across = width / Math.max(1, times.length);
    const down = height / Math.max(1, rows.length);
    const gapX = across > 5 ? 1 : 0;
    const gapY = down > 5 ? 1 : 0;
    rows.forEach((row, y) => {
      for (let x = 0; x < times.length; x += 1) {
        context.fillStyle = scale(this.heatAt(row, x));
        context.fillRect(x * across, y * down, across - gapX, Math.max(0.5, down - gapY));
        if (row.throttled[x] > 0 && down >= 6) {
          context.fillStyle = mark;
          context.fillRect(x * across, (y + 1) * down - 3 - gapY, across - gapX, 3);
        }
      }
    });
  }

  /** Draws one pixel for each cell, stretched to the size of the picture. */
  paintImage(context, width, height) {
    const { rows, times } = this.history;
    const parts = heatParts();
    const shades = Array.from({ length: SHADES + 1 }, (_, i) => parts(i / SHADES));
    const image = new ImageData(times.length, rows.length);
    let at = 0;
    for (const row of rows) {
      for (let x = 0; x < times.length; x += 1) {
        const [red, green, blue] = shades[Math.round(Math.min(1, this.heatAt(row, x)) * SHADES)];
        image.data[at] = red;
        image.data[at + 1] = green;
        image.data[at + 2] = blue;
        image.data[at + 3] = 255;
        at += 4;
      }
    }
    const canvas = new OffscreenCanvas(times.length, rows.length);
    canvas.getContext('2d').putImageData(image, 0, 0);
    context.imageSmoothingEnabled = false;
    context.drawImage(canvas, 0, 0, width, height);
  }

  explain(event) {
    if (!this.history) {
      return;
    }
    const box = this.canvas.getBoundingClientRect();
    const { rows, times } = this.history;
    const row = rows[Math.floor(((event.clientY - box.top) / box.height) * rows.length)];
    const x = Math.floor(((event.clientX - box.left) / box.width) * times.length);
    if (row && times[x]) {
      const refused = row.throttled[x] > 0 ? `, ${number(row.throttled[x])} refused` : '';
      this.tip.textContent = `Partition ${row.id}, ${new Date(times[x]).toLocaleTimeString()}: ${number(row.ru[x])} RU/s${refused}`;
    }
  }
}
