/**
 * Creation of elements. Text always becomes a text node, so that data is shown and never executed.
 */

const SVG = 'http://www.w3.org/2000/svg';

/**
 * Creates an element. Of the properties, `on` holds listeners, `style` and `dataset` single values;
 * functions and booleans are set as properties, all others as attributes; undefined and null are
 * left out.
 */
export function h(tag, properties, ...children) {
  return fill(document.createElement(tag), properties, children);
}

/** Creates an SVG element. */
export function s(tag, properties, ...children) {
  return fill(document.createElementNS(SVG, tag), properties, children);
}

function fill(element, properties, children) {
  for (const [name, value] of Object.entries(properties ?? {})) {
    set(element, name, value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

function set(element, name, value) {
  if (value === undefined || value === null) {
    return;
  }
  if (name === 'on') {
    for (const [event, listener] of Object.entries(value)) {
      element.addEventListener(event, listener);
    }
  } else if (name === 'style') {
    for (const [property, text] of Object.entries(value)) {
      element.style.setProperty(property, text);
    }
  } else if (name === 'dataset') {
    Object.assign(element.dataset, value);
  } else if (name === 'value' || typeof value === 'boolean' && !name.startsWith('aria-')) {
    element[name] = value;
  } else {
    element.setAttribute(name, String(value));
  }
}

/** Replaces the children of an element. */
export function replace(element, ...children) {
  element.replaceChildren(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** Replaces the children of an element and keeps the focus on the button in the same place. */
export function replaceUnderFocus(element, ...children) {
  const index = [...element.querySelectorAll('button')].indexOf(document.activeElement);
  replace(element, ...children);
  if (index >= 0) {
    element.querySelectorAll('button')[index]?.focus();
  }
}

const SHAPES = {
  account: 'M8 2 14 5v6l-6 3-6-3V5zM2 5l6 3 6-3M8 8v6',
  add: 'M8 3v10M3 8h10',
  bell: 'M3.5 11.500h9l-1-1.500V7a3.500 3.500 0 0 0-7 0v3zM6.500 13.500h3',
  close: 'M4 4l8 8M12 4l-8 8',
  code: 'M6 4 2 8l4 4M10 4l4 4-4 4',
  container: 'M2.500 4.500h11v8h-11zM2.500 7.500h11',
  copy: 'M5.500 5.500h8v8h-8zM10.500 5.500v-3h-8v8h3',
  database: 'M3 4c0-2 10-2 10 0v8c0 2-10 2-10 0zM3 4c0 2 10 2 10 0M3 8c0 2 10 2 10 0',
  fit: 'M2.500 6V2.500H6M10 2.500h3.500V6M13.500 10v3.500H10M6 13.500H2.500V10',
  function: 'M11 3c-3-1-3 1-3.500 4S7 14 4.500 13M5 7h5',
  graph: 'M5.500 4a1.800 1.800 0 1 1-3.600 0 1.800 1.800 0 0 1 3.600 0zM14 7a1.800 1.800 0 1 1-3.600 0A1.800 1.800 0 0 1 14 7zM7.500 12.500a1.800 1.800 0 1 1-3.600 0 1.800 1.800 0 0 1 3.600 0zM5.500 4.500l5 2M4.200 5.700l1.200 5M7 11.300l4-3',
  items: 'M5 2.500h6.500v11h-9v-8.500zM5 2.500v2.500H2.500M5 8h4M5 10.500h4',
  less: 'M3 8h10',
  menu: 'M2 4h12M2 8h12M2 12h12',
  moon: 'M13 9.500A5.500 5.500 0 1 1 6.500 3 4.500 4.500 0 0 0 13 9.500z',
  partitions: 'M8 2.500A5.500 5.500 0 1 1 2.500 8M8 2.500V8H2.500',
  play: 'M4.500 3v10l8-5z',
  procedure: 'M5.500 3C3 3 5 7.500 2.500 8 5 8.500 3 13 5.500 13M10.500 3c2.500 0 .500 4.500 3 5-2.500.500-.500 5-3 5',
  query: 'M7 2.500a4.500 4.500 0 1 1 0 9 4.500 4.500 0 0 1 0-9zM10.500 10.500 14 14',
  refresh: 'M13 8a5 5 0 1 1-1.500-3.500L13 6M13 2.500V6H9.500',
  settings: 'M2 5h7M12 5h2M2 11h2M7 11h7M9 3.500v3h3v-3zM4 9.500v3h3v-3z',
  table: 'M2.500 3.500h11v9h-11zM2.500 6.500h11M2.500 9.500h11M6.500 3.500v9',
  stop: 'M4 4h8v8H4z',
  trash: 'M3 4.500h10M6 4.500V2.500h4v2M4.500 4.500l.500 9h6l.500-9',
  trigger: 'M9 2 3.500 9H8l-1 5 5.500-7H8z',
  twist: 'M6 4l4 4-4 4',
  upload: 'M8 11V3M5 6l3-3 3 3M3 13h10',
};

/** Icon of a button, hidden from screen readers. */
export function icon(name, className = '') {
  return s('svg', { class: `icon ${className}`, viewBox: '0 0 16 16', 'aria-hidden': 'true' }, s('path', { d: SHAPES[name] }));
}

/** Button with an icon and a label; `kind` adds classes. */
export function button(words, { icon: picture, kind = '', title, click, ...rest } = {}) {
  return h(
    'button',
    { type: 'button', class: `button ${kind}`, title, on: click ? { click } : undefined, ...rest },
    picture ? icon(picture) : null,
    words ? h('span', { class: 'words' }, words) : null,
  );
}

/** A labelled field around a control, with an optional hint below. */
export function field(label, control, hint) {
  const id = control.id || (control.id = nextId('field'));
  const about = hint ? h('span', { class: 'hint', id: `${id}-hint` }, hint) : null;
  if (about) {
    control.setAttribute('aria-describedby', about.id);
  }
  return h('div', { class: 'field' }, h('label', { class: 'label', for: id }, label), control, about);
}

let ids = 0;

export function nextId(prefix) {
  ids += 1;
  return `${prefix}-${ids}`;
}

/** Debounces a function. */
export function debounced(millis, action) {
  let timer = 0;
  return (...args) => {
    clearTimeout(timer);
    timer = setTimeout(() => action(...args), millis);
  };
}

/** Calls a function at most once per frame. */
export function perFrame(action) {
  let asked = false;
  return () => {
    if (!asked) {
      asked = true;
      requestAnimationFrame(() => {
        asked = false;
        action();
      });
    }
  };
}

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'];

export function bytes(count) {
  let value = count;
  let unit = 0;
  while (value >= 1024 && unit < UNITS.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return `${unit === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${UNITS[unit]}`;
}

const WHOLE = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const SOME = new Intl.NumberFormat('en', { maximumFractionDigits: 2 });

/** A number with its noun, such as `1 item` and `2,000 items`. */
export function counted(count, one, many = `${one}s`) {
  return `${number(count)} ${count === 1 ? one : many}`;
}

export function number(value) {
  return Math.abs(value) >= 100 || Number.isInteger(value) ? WHOLE.format(value) : SOME.format(value);
}
