/**
 * The ring of hashes, cut into physical partitions. How far an arc is filled from the inside is its storage, its
 * colour how busy it is; a mark outside tells of refused requests.
 */

import { h, s } from './dom.js';
import { heatScale } from './heat.js';

const INNER = 58;
const OUTER = 100;
const MARK = 106;
const GAPS_UP_TO = 80;

export class Ring {
  /** @param chosen called with the id of a partition that is clicked */
  constructor(chosen) {
    this.chosen = chosen;
    this.arcs = new Map();
    this.layer = s('g', null);
    this.needle = s('g', { class: 'needle', visibility: 'hidden' }, s('line', { x1: '0', y1: String(-INNER + 6), x2: '0', y2: String(-OUTER - 8) }), s('circle', { cx: '0', cy: String(-OUTER - 10), r: '4' }));
    this.centre = [-6, 9, 23, 35].map((y, i) => s('text', { class: `ring-text-${i}`, 'text-anchor': 'middle', y }));
    this.picture = s('svg', { viewBox: '-116 -116 232 232', role: 'img', class: 'ring' }, this.layer, this.needle, this.centre);
    this.element = h('div', { class: 'ring-box' }, this.picture);
    this.picture.addEventListener('click', (event) => {
      const arc = event.target.closest('[data-partition]');
      if (arc) {
        this.chosen(arc.dataset.partition);
      }
    });
    // Written when someone points there: a thousand texts that change each second would be seen by nobody.
    this.picture.addEventListener('pointerover', (event) => {
      const group = this.arcs.get(event.target.closest('[data-partition]')?.dataset.partition);
      if (group) {
        group.title.textContent = group.words;
      }
    });
  }

  /**
   * @param arcs `{id, begin, end, storageShare, heat, throttled, reshaping, title}` in their order
   * @param lines the words in the middle
   */
  show(arcs, lines, selected, summary) {
    this.picture.setAttribute('aria-label', summary);
    this.centre.forEach((text, i) => {
      text.textContent = lines[i] ?? '';
    });
    this.picture.classList.toggle('many', arcs.length > GAPS_UP_TO);
    const scale = heatScale();
    const gap = arcs.length > 1 && arcs.length <= GAPS_UP_TO ? 0.0025 : 0;
    const seen = new Set();
    for (const arc of arcs) {
      seen.add(arc.id);
      this.draw(arc, scale, gap, selected === arc.id);
    }
    for (const [id, group] of this.arcs) {
      if (!seen.has(id)) {
        group.element.remove();
        this.arcs.delete(id);
      }
    }
  }

  draw(arc, scale, gap, selected) {
    let group = this.arcs.get(arc.id);
    if (!group) {
      group = { back: s('path', { class: 'arc-back' }), fill: s('path', { class: 'arc-fill' }), mark: s('path', { class: 'arc-mark' }), title: s('title', null) };
      group.element = s('g', { class: 'arc', dataset: { partition: arc.id } }, group.title, group.back, group.fill, group.mark);
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

  /** Points at a place; null for nowhere. */
  point(place) {
    this.needle.setAttribute('visibility', place === null ? 'hidden' : 'visible');
    if (place !== null) {
      this.needle.setAttribute('transform', `rotate(${place * 360})`);
    }
  }
}

function change(element, name, value) {
  if (element.getAttribute(name) !== value) {
    element.setAttribute(name, value);
  }
}

/** A piece of a ring between two places and two radii, beginning at the top and going with the clock. */
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
