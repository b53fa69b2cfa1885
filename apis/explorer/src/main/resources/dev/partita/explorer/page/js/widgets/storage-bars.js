/** Bars of the storage of each partition, with a mark at the size of an even distribution. */

import { bytes, h } from './dom.js';
import { prepare, rgb } from './heat.js';

export class StorageBars {
  constructor(chosen) {
    this.bars = [];
    this.canvas = h('canvas', { class: 'bars', role: 'img' });
    this.tip = h('span', { class: 'soft', 'aria-hidden': 'true' }, '\u00a0');
    this.element = h('div', { class: 'stack tight' }, this.canvas, this.tip);
    this.canvas.addEventListener('pointermove', (event) => {
      const bar = this.at(event);
      this.tip.textContent = bar ? `Partition ${bar.id}: ${bytes(bar.storageBytes)}; spread evenly, its range would hold ${bytes(Math.round(bar.evenBytes))}` : '\u00a0';
    });
    this.canvas.addEventListener('pointerleave', () => {
      this.tip.textContent = '\u00a0';
    });
    this.canvas.addEventListener('click', (event) => {
      const bar = this.at(event);
      if (bar) {
        chosen(bar.id);
      }
    });
    new ResizeObserver(() => this.draw()).observe(this.canvas);
  }

  /** @param bars `{id, storageBytes, evenBytes}` in their order */
  show(bars, selected) {
    this.bars = bars;
    this.selected = selected;
    this.draw();
  }

  at(event) {
    const { left, width } = this.canvas.getBoundingClientRect();
    return this.bars[Math.floor(((event.clientX - left) / width) * this.bars.length)];
  }

  draw() {
    if (this.canvas.clientWidth === 0) {
      return;
    }
    const { context, width, height } = prepare(this.canvas);
    const most = Math.max(1, ...this.bars.map((bar) => Math.max(bar.storageBytes, bar.evenBytes)));
    const mean = this.bars.reduce((sum, bar) => sum + bar.storageBytes, 0) / Math.max(1, this.bars.length);
    const step = width / Math.max(1, this.bars.length);
    const gap = step > 6 ? 2 : step > 3 ? 1 : 0;
    const room = height - 8;
    const colours = { even: rgb('--heat-2'), heavy: rgb('--heat-4'), chosen: rgb('--accent'), line: rgb('--ink-soft') };
    this.bars.forEach((bar, i) => {
      const tall = Math.max(bar.storageBytes > 0 ? 2 : 1, (room * bar.storageBytes) / most);
      const heavy = bar.storageBytes >= mean && bar.storageBytes > 2 * bar.evenBytes;
      const wide = Math.max(1, Math.min(step - gap, 48));
      context.fillStyle = bar.id === this.selected ? colours.chosen : heavy ? colours.heavy : colours.even;
      context.fillRect(i * step, height - tall, wide, tall);
      context.fillStyle = colours.line;
      context.fillRect(i * step, Math.round(height - (room * bar.evenBytes) / most) - 1, wide, 1.5);
    });
    const largest = Math.max(0, ...this.bars.map((bar) => bar.storageBytes));
    this.canvas.setAttribute('aria-label', `Storage of ${this.bars.length} ${this.bars.length === 1 ? 'partition' : 'partitions'}; the largest has ${bytes(largest)}`);
  }
}
