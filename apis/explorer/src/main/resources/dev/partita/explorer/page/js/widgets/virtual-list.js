/**
 * List in which only visible rows have elements, so that its speed does not depend on its length.
 * All rows have the same height.
 */

import { perFrame } from './dom.js';

const MARGIN = 6;

export class VirtualList {
  /**
   * @param scroller the element that scrolls; its rows are placed absolutely
   * @param rowHeight in pixels
   * @param render creates the element of a row from its index
   * @param top pixels above the first row, for a header outside the list
   */
  constructor(scroller, rowHeight, render, top = 0) {
    this.scroller = scroller;
    this.rowHeight = rowHeight;
    this.renderRow = render;
    this.top = top;
    this.count = 0;
    this.rows = new Map();
    this.spacer = document.createElement('div');
    this.spacer.setAttribute('aria-hidden', 'true');
    this.spacer.style.width = '1px';
    scroller.append(this.spacer);
    this.draw = perFrame(() => this.update());
    scroller.addEventListener('scroll', this.draw, { passive: true });
    new ResizeObserver(this.draw).observe(scroller);
  }

  /** Sets the number of rows, and renders all again. */
  reset(count) {
    this.count = count;
    this.spacer.style.height = `${count * this.rowHeight}px`;
    for (const row of this.rows.values()) {
      row.remove();
    }
    this.rows.clear();
    this.update();
  }

  /** Renders a row again, if it is visible. */
  refresh(index) {
    const old = this.rows.get(index);
    if (old) {
      const row = this.make(index);
      old.replaceWith(row);
      this.rows.set(index, row);
    }
  }

  reveal(index) {
    const begin = this.top + index * this.rowHeight;
    const { scrollTop, clientHeight } = this.scroller;
    if (begin - this.top < scrollTop) {
      this.scroller.scrollTop = begin - this.top;
    } else if (begin + this.rowHeight > scrollTop + clientHeight) {
      this.scroller.scrollTop = begin + this.rowHeight - clientHeight;
    }
    this.update();
  }

  row(index) {
    return this.rows.get(index);
  }

  update() {
    const { scrollTop, clientHeight } = this.scroller;
    const first = Math.max(0, Math.floor((scrollTop - this.top) / this.rowHeight) - MARGIN);
    const end = Math.min(this.count, Math.ceil((scrollTop + clientHeight - this.top) / this.rowHeight) + MARGIN);
    for (const [index, row] of this.rows) {
      if (index < first || index >= end) {
        row.remove();
        this.rows.delete(index);
      }
    }
    for (let index = first; index < end; index += 1) {
      if (!this.rows.has(index)) {
        const row = this.make(index);
        this.rows.set(index, row);
        this.scroller.append(row);
      }
    }
  }

  make(index) {
    const row = this.renderRow(index);
    row.style.top = `${this.top + index * this.rowHeight}px`;
    return row;
  }
}
