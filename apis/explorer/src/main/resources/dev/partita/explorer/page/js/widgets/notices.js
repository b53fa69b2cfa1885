/** Short messages at the edge of the page, announced to screen readers, and their history. */

import { button, h } from './dom.js';

const KEPT = 200;
const SHOWN_MILLIS = 6000;
const past = [];
const area = h('div', { class: 'notices', role: 'status', 'aria-live': 'polite', 'aria-label': 'Notifications' });

export function noticeArea() {
  return area;
}

/** History of messages, the latest first. */
export function pastNotices() {
  return past.length === 0
    ? h('p', { class: 'soft' }, 'Nothing has happened yet.')
    : h('ol', { class: 'past-notices' }, past.map(({ at, kind, title, text }) => h(
      'li', null, h('span', { class: 'soft number' }, at.toLocaleTimeString()), h('span', { class: `wrap ${kind === 'bad' ? 'bad' : ''}` }, text ? `${title}: ${text}` : title),
    )));
}

/** Shows a success. */
export function tell(title, text = '') {
  show('good', title, text);
}

/** Shows a failure in the words of the server; it stays until it is dismissed. */
export function complain(title, failure) {
  if (failure?.name === 'AbortError') {
    return;
  }
  show('bad', title, failure?.message ?? String(failure));
}

function show(kind, title, text) {
  past.unshift({ at: new Date(), kind, title, text });
  past.length = Math.min(past.length, KEPT);
  const close = button('', { icon: 'close', kind: 'quiet square small', 'aria-label': 'Dismiss', click: () => notice.remove() });
  const notice = h('div', { class: `notice ${kind}` }, h('div', null, h('strong', null, title), text ? h('p', null, text) : null), close);
  area.append(notice);
  while (area.children.length > 4) {
    area.firstElementChild.remove();
  }
  if (kind === 'good') {
    setTimeout(() => notice.remove(), SHOWN_MILLIS);
  }
}
