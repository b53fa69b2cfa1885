/**
 * Hash ring, divided into physical partitions. The filled part of an arc is its storage, the colour
 * its load; a mark outside shows throttling. Every arc has a minimum width. Arrow keys move from
 * arc to arc, Enter selects one.
 */

import { widened } from '../api/epk.js';
import { h, s } from './dom.js';
import { heatScale } from './heat.js';

const INNER = 58;
const OUTER = 100;
const MARK = 106;
const GAPS_UP_TO = 80;
/** Minimum part of the ring: some ten pixels at the inner edge, without gaps. */
const NARROWEST = 0.02;
const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

export class Ring {
  /** @param chosen called with the id of a partition that is clicked */
  constructor(chosen) {
    this.chosen = chosen;
    this.arcs = new Map();
    this.layer = s('g', null);
    this.needle = s('g', { class: 'needle', visibility: 'hidden' }, s('line', { x1: '0', y1: String(-INNER + 6), x2: '0', y2: String(-OUTER - 8) }), s('circle', { cx: '0', cy: String(-OUTER - 10), r: '4' }));
    this.centre = [-6, 9, 23, 35].map((y, i) => s('text', { class: `ring-text-${i}`, 'text-anchor': 'middle', y }));
    this.order = [];
    this.place = null;
    this.picture = s('svg', { viewBox: '-116 -116 232 232', role: 'group', class: 'ring' }, this.layer, this.needle, this.centre);
    this.element = h('div', { class: 'ring-box' }, this.picture);
    this.picture.addEventListener('click', (event) => {
      const arc = event.target.closest('[data-partition]');
      if (arc) {
        this.chosen(arc.dataset.partition);
      }
    });
    // Tooltips are written on demand: updating a thousand of them each second would be waste.
    for (const comes of ['pointerover', 'focusin']) {
      this.picture.addEventListener(comes, (event) => {
        const group = this.arcs.get(event.target.closest('[data-partition]')?.dataset.partition);
        if (group) {
          group.title.textContent = group.words;
          group.element.setAttribute('aria-label', group.words);
        }
      });
    }
    this.picture.addEventListener('keydown', (event) => this.key(event));
  }

  key(event) {
    const id = event.target.dataset.partition;
    if (id === undefined) {
      return;
    }
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      this.chosen(id);
    } else if (STEPS[event.key]) {
      event.preventDefault();
      const count = this.order.length;
      const next = this.order[(this.order.indexOf(id) + STEPS[event.key] + count) % count];
      this.arcs.get(id).element.setAttribute('tabindex', '-1');
      this.arcs.get(next).element.setAttribute('tabindex', '0');
      this.arcs.get(next).element.focus();
    }
  }

  /**
   * One arc can be reached with Tab: the one that has the focus, the selected one, or the first.
   */
  reachable(selected) {
    const focused = document.activeElement?.dataset?.partition;
    const one = this.arcs.has(focused) ? focused : this.arcs.has(selected) ? selected : this.order[0];
    for (const [id, group] of this.arcs) {
      change(group.element, 'tabindex', id === one ? '0' : '-1');
      change(group.element, 'aria-pressed', String(id === selected));
    }
  }

  /**
   * @param arcs `{id, begin, end, storageShare, heat, throttled, reshaping, title}` in their order
   * @param lines the text in the middle
   */
  show(arcs, lines, selected, summary) {
    this.picture.setAttribute('aria-label', summary);
    this.centre.forEach((text, i) => {
      text.textContent = lines[i] ?? '';
    });
    this.picture.classList.toggle('many', arcs.length > GAPS_UP_TO);
    const scale = heatScale();
    const gap = arcs.length > 1 && arcs.length <= GAPS_UP_TO ? 0.0025 : 0;
    this.order = arcs.map(({ id }) => id);
    this.layout = widened(arcs, NARROWEST);
    const seen = new Set(this.order);
    arcs.forEach((arc, i) => this.draw({ ...arc, ...this.layout.drawn[i] }, scale, gap, selected === arc.id));
    for (const [id, group] of this.arcs) {
      if (!seen.has(id)) {
        group.element.remove();
        this.arcs.delete(id);
      }
    }
    this.reachable(selected);
    this.drawNeedle();
  }

  draw(arc, scale, gap, selected) {
    let group = this.arcs.get(arc.id);
    if (!group) {
      group = { back: s('path', { class: 'arc-back' }), fill: s('path', { class: 'arc-fill' }), mark: s('path', { class: 'arc-mark' }), title: s('title', null) };
      group.element = s('g', { class: 'arc', role: 'button', 'aria-label': `Partition ${arc.id}`, dataset: { partition: arc.id } }, group.title, group.back, group.fill, group.mark);
      this.arcs.set(arc.id, group);
      this.layer.append(group.element);
    }
    const begin = arc.begin + gap;
    const end = Math.max(begin + 0.0004, arc.end - gap);
    change(group.back, 'd', band(begin, end, INNER, OUTER));
    change(group.fill, 'd', band(begin, end, INNER, INNER + Math.max(2, (OUTER - INNER) * arc.storageShare)));
    change(group.fill, 'fill', scale(arc.heat));
    change(group.mark, 'd', arc.throttled > 0 ? band(begin, end, MARK - 3, MARK) : '');
    change(group.element, 'class', `arc ${selected ? 'selected' : ''} ${arc.reshaping ? 'reshaping' : ''}`);
    group.words = arc.title;
  }

  /** Points at a position; null for none. */
  point(place) {
    this.place = place;
    this.drawNeedle();
  }

  drawNeedle() {
    const { place, layout } = this;
    change(this.needle, 'visibility', place === null || !layout ? 'hidden' : 'visible');
    if (place !== null && layout) {
      change(this.needle, 'transform', `rotate(${layout.at(place) * 360})`);
    }
  }
}

function change(element, name, value) {
  if (element.getAttribute(name) !== value) {
    element.setAttribute(name, value);
  }
}

/** Segment of a ring between two positions and two radii, clockwise from the top. */
function band(begin, end, inner, outer) {
  if (end - begin >= 0.9999) {
    return [outer, inner].map((r, i) => `M0 ${-r}A${r} ${r} 0 1 ${1 - i} 0 ${r}A${r} ${r} 0 1 ${1 - i} 0 ${-r}Z`).join('');
  }
  const at = (place, radius) => {
    const angle = 2 * Math.PI * place;
    return `${(radius * Math.sin(angle)).toFixed(2)} ${(-radius * Math.cos(angle)).toFixed(2)}`;
  };
  const large = end - begin > 0.5 ? 1 : 0;
  return `M${at(begin, outer)}A${outer} ${outer} 0 ${large} 1 ${at(end, outer)}L${at(end, inner)}A${inner} ${inner} 0 ${large} 0 ${at(begin, inner)}Z`;
}
