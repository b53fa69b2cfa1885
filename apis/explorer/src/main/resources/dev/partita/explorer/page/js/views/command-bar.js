/** Bar at the top with commands that apply everywhere. */

import { accountKey, WELL_KNOWN } from '../api/session.js';
import { dialog } from '../widgets/dialog.js';
import { button, h } from '../widgets/dom.js';
import { pastNotices } from '../widgets/notices.js';
import { isDark, toggleTheme } from '../widgets/theme.js';

/** @returns the element, and the two buttons that show whether the panel they open is open */
export function commandBar(shell) {
  const theme = button('', {
    icon: 'moon', kind: 'quiet square', title: 'Light or dark', 'aria-label': 'Dark mode', 'aria-pressed': isDark(),
    click: () => {
      toggleTheme();
      theme.setAttribute('aria-pressed', String(isDark()));
    },
  });
  const menu = button('', {
    icon: 'menu', kind: 'quiet square menu-button', 'aria-label': 'Databases and containers', 'aria-expanded': false,
    click: () => shell.toggleSide(!shell.body.classList.contains('side-open')),
  });
  const code = button('Code', { icon: 'code', kind: 'quiet', title: 'The same as code', 'aria-label': 'Code', 'aria-pressed': false, click: () => shell.toggleDrawer() });
  const bell = button('', {
    icon: 'bell', kind: 'quiet square', title: 'Notifications', 'aria-label': 'Notifications',
    click: () => dialog({ title: 'Notifications', content: pastNotices() }),
  });
  const known = accountKey() === '' || accountKey() === WELL_KNOWN;
  const element = h(
    'header',
    { class: 'command-bar' },
    menu,
    h('div', { class: 'brand' }, h('img', { src: 'icon.svg', alt: '' }), h('span', { class: 'wide-only' }, 'Partita')),
    h(
      'div',
      { class: 'commands', role: 'toolbar', 'aria-label': 'Commands' },
      command('New container', 'add', () => shell.newContainer()),
      command('New database', 'database', () => shell.newDatabase()),
      command('New table', 'table', () => shell.newTable()),
      command('New query', 'query', () => shell.newQuery(), 'New query (Alt+N)'),
      command('Refresh', 'refresh', () => shell.refresh()),
    ),
    h('span', { class: 'grow' }),
    h('span', { class: 'account clip wide-only', title: location.origin }, location.host),
    code,
    bell,
    theme,
    known ? null : command('Sign out', 'close', () => shell.signOut()),
  );
  return { element, menu, code };
}

/** Button whose label is hidden on narrow screens. */
function command(words, picture, click, title = words) {
  return button(words, { icon: picture, kind: 'quiet', title, 'aria-label': words, click });
}
