/**
 * Picture of a graph with automatic layout. It can be moved and zoomed, its nodes dragged; arrow
 * keys move the focus from node to node, and Enter expands one.
 */

import { button, h, nextId, perFrame, replace, s } from './dom.js';
import { ForceLayout } from './force-layout.js';
import { bundles, placeLine, RADIUS, round } from './graph-lines.js';

const MARGIN = 60;
const MANY_LINKS = 60;
const HUES = 8;
const LONGEST_LABEL = 24;
const STEPS_PER_FRAME = 8;
const DIRECTIONS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const STILL = matchMedia('(prefers-reduced-motion: reduce)');

export class GraphPicture {
  /**
   * @param on `chosen(node)`, `chosenLink(link)` and `opened(node)`
   * @param words `node(node)` and `link(link)` return the labels, `about(node)` the text for screen
   * readers
   */
  constructor(on, words) {
    this.on = on;
    this.words = words;
    this.nodes = [];
    this.links = [];
    this.shapes = new Map();
    this.hues = new Map();
    this.view = { x: 0, y: 0, scale: 1 };
    this.focus = null;
    const arrow = nextId('arrow');
    this.arrow = `url(#${arrow})`;
    this.lines = s('g', null);
    this.circles = s('g', null);
    this.world = s('g', null, this.lines, this.circles);
    this.svg = s(
      'svg', { class: 'graph', role: 'group', 'aria-label': 'Graph' },
      s('defs', null, s('marker', { id: arrow, viewBox: '0 0 8 8', refX: 8, refY: 4, markerWidth: 7, markerHeight: 7, orient: 'auto' }, s('path', { class: 'arrow', d: 'M0 0 8 4 0 8z' }))),
      this.world,
    );
    this.legend = h('div', { class: 'graph-legend', 'aria-hidden': 'true' });
    this.element = h(
      'div', { class: 'graph-box' }, this.svg, this.legend,
      h(
        'div', { class: 'graph-buttons', role: 'toolbar', 'aria-label': 'Size of the graph' },
        button('', { icon: 'add', kind: 'square', title: 'Larger (+)', 'aria-label': 'Larger', click: () => this.zoom(1.3) }),
        button('', { icon: 'less', kind: 'square', title: 'Smaller (-)', 'aria-label': 'Smaller', click: () => this.zoom(1 / 1.3) }),
        button('', { icon: 'fit', kind: 'square', title: 'All of it (0)', 'aria-label': 'All of it', click: () => this.fit() }),
      ),
    );
    this.draw = perFrame(() => this.place());
    this.listen();
  }

  listen() {
    this.svg.addEventListener('keydown', (event) => this.key(event));
    this.svg.addEventListener('wheel', (event) => {
      event.preventDefault();
      this.zoom(event.deltaY < 0 ? 1.15 : 1 / 1.15, event);
    }, { passive: false });
    this.svg.addEventListener('pointerdown', (event) => this.grab(event));
    new ResizeObserver(this.draw).observe(this.svg);
  }

  /** Shows nodes `{key, label}` and links `{from, to, label}`; known nodes keep their positions. */
  show(nodes, links) {
    const before = new Set(this.nodes);
    const anew = !nodes.some((node) => before.has(node));
    this.nodes = nodes;
    this.links = links;
    this.shapes = new Map();
    nodes.forEach(({ label }) => this.hues.has(label) || this.hues.set(label, this.hues.size % HUES));
    this.svg.classList.toggle('many', links.length > MANY_LINKS);
    replace(this.lines, bundles(links).map((link) => this.line(link)));
    replace(this.circles, nodes.map((node) => this.circle(node)));
    const labels = [...new Set(nodes.map((node) => node.label))].slice(0, HUES);
    replace(this.legend, labels.map((label) => h('span', { class: 'clip' }, h('i', { class: `hue-${this.hues.get(label)}` }), label)));
    this.focusOn(nodes.includes(this.focus) ? this.focus : nodes[0] ?? null);
    this.settle(anew);
  }

  /** Runs the layout, animated or at once. */
  settle(anew) {
    const layout = new ForceLayout(this.nodes, this.links);
    this.layout = layout;
    const tick = () => {
      if (this.layout !== layout) {
        return;
      }
      let more = true;
      for (let i = 0; more && (i < STEPS_PER_FRAME || STILL.matches); i += 1) {
        more = layout.step();
      }
      if (anew) {
        this.fit();
      } else {
        this.place();
      }
      if (more) {
        requestAnimationFrame(tick);
      } else {
        this.layout = null;
        this.element.dataset.settled = 'true';
      }
    };
    delete this.element.dataset.settled;
    tick();
  }

  circle(node) {
    const shape = s(
      'g',
      {
        class: `node hue-${this.hues.get(node.label)}`, role: 'button', tabindex: '-1', 'aria-label': this.words.about(node),
        on: { focus: () => this.focusOn(node), dblclick: () => this.on.opened(node) },
      },
      s('title', null, this.words.about(node)),
      s('circle', { r: RADIUS }),
      node.hasMore ? s('text', { class: 'plus', y: 4 }, '+') : null,
      s('text', { class: 'name', y: RADIUS + 13 }, clipped(this.words.node(node))),
    );
    this.shapes.set(node, shape);
    return shape;
  }

  line({ link, turn }) {
    const path = s('path', { class: 'line', 'marker-end': this.arrow });
    // Wide and invisible, as a target for the pointer.
    const target = s('path', { class: 'line-target', on: { click: () => this.on.chosenLink(link) } }, s('title', null, this.words.link(link)));
    const text = s('text', { class: 'line-label' }, clipped(this.words.link(link)));
    const shape = s('g', { class: 'link' }, path, target, text);
    this.shapes.set(link, { shape, path, target, text, turn });
    return shape;
  }

  /** Highlights a node or a link with its neighbours. */
  select(selected) {
    this.nodes.forEach((node) => {
      this.shapes.get(node).classList.toggle('selected', node === selected);
      this.shapes.get(node).setAttribute('aria-pressed', String(node === selected));
    });
    this.links.forEach((link) => {
      const { shape } = this.shapes.get(link);
      shape.classList.toggle('selected', link === selected);
      shape.classList.toggle('near', link.from === selected || link.to === selected);
    });
  }

  focusOn(node) {
    this.shapes.get(this.focus)?.setAttribute('tabindex', '-1');
    this.focus = node;
    this.shapes.get(node)?.setAttribute('tabindex', '0');
  }

  place() {
    const { width, height } = this.svg.getBoundingClientRect();
    const { x, y, scale } = this.view;
    this.world.setAttribute('transform', `translate(${round(width / 2 - x * scale)} ${round(height / 2 - y * scale)}) scale(${scale.toFixed(3)})`);
    this.nodes.forEach((node) => this.shapes.get(node).setAttribute('transform', `translate(${round(node.x)} ${round(node.y)})`));
    this.links.forEach((link) => placeLine(link, this.shapes.get(link)));
  }

  /** Fits all nodes into the box. */
  fit() {
    const { width, height } = this.svg.getBoundingClientRect();
    if (this.nodes.length > 0 && width > 0) {
      const xs = this.nodes.map((node) => node.x);
      const ys = this.nodes.map((node) => node.y);
      const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
      const scale = Math.min(1.4, width / (right - left + 2 * MARGIN), height / (bottom - top + 2 * MARGIN));
      this.view = { x: (left + right) / 2, y: (top + bottom) / 2, scale };
    }
    this.place();
  }

  /** Zooms by a factor, around the pointer if there is one. */
  zoom(factor, pointer = null) {
    const { view } = this;
    const scale = Math.max(0.1, Math.min(4, view.scale * factor));
    if (pointer) {
      const { left, top, width, height } = this.svg.getBoundingClientRect();
      const [dx, dy] = [pointer.clientX - left - width / 2, pointer.clientY - top - height / 2];
      view.x += dx / view.scale - dx / scale;
      view.y += dy / view.scale - dy / scale;
    }
    view.scale = scale;
    this.draw();
  }

  /** Drags a node or the whole picture; a press without a movement selects. */
  grab(event) {
    if (event.button !== 0) {
      return;
    }
    const shape = event.target.closest('.node');
    const node = shape && this.nodes.find((each) => this.shapes.get(each) === shape);
    let moved = false;
    const move = (to) => {
      moved ||= Math.hypot(to.clientX - event.clientX, to.clientY - event.clientY) > 4;
      if (moved) {
        const [dx, dy] = [to.movementX / this.view.scale, to.movementY / this.view.scale];
        if (node) {
          Object.assign(node, { x: node.x + dx, y: node.y + dy, held: true });
        } else {
          Object.assign(this.view, { x: this.view.x - dx, y: this.view.y - dy });
        }
        this.draw();
      }
    };
    const end = () => {
      removeEventListener('pointermove', move);
      removeEventListener('pointerup', end);
      removeEventListener('pointercancel', end);
      if (node) {
        node.held = false;
        if (!moved) {
          this.on.chosen(node);
        }
      }
    };
    addEventListener('pointermove', move);
    addEventListener('pointerup', end);
    addEventListener('pointercancel', end);
  }

  key(event) {
    const direction = DIRECTIONS[event.key];
    const { focus } = this;
    if (direction && focus) {
      this.shapes.get(this.neighbour(direction) ?? focus).focus();
    } else if (event.key === 'Enter' && focus) {
      this.on.chosen(focus);
      this.on.opened(focus);
    } else if (event.key === ' ' && focus) {
      this.on.chosen(focus);
    } else if (event.key === '+' || event.key === '-') {
      this.zoom(event.key === '+' ? 1.3 : 1 / 1.3);
    } else if (event.key === '0') {
      this.fit();
    } else {
      return;
    }
    event.preventDefault();
  }

  /** Nearest node in a direction, with preference for those straight ahead. */
  neighbour([dx, dy]) {
    let best = null;
    let least = Infinity;
    for (const node of this.nodes) {
      const [x, y] = [node.x - this.focus.x, node.y - this.focus.y];
      const ahead = x * dx + y * dy;
      const aside = Math.abs(x * dy - y * dx);
      if (ahead > 1 && ahead + 2 * aside < least) {
        least = ahead + 2 * aside;
        best = node;
      }
    }
    return best;
  }

  /** Moves the keyboard focus to a node. */
  focusNode(node) {
    this.shapes.get(node)?.focus();
  }
}

function clipped(text) {
  const letters = Array.from(text);
  return letters.length > LONGEST_LABEL ? `${letters.slice(0, LONGEST_LABEL - 1).join('')}…` : text;
}
