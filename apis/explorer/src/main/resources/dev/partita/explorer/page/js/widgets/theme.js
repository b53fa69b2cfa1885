/** Light or dark: as the system has it, until someone chooses. */

const NAME = 'partita.theme';
const listeners = new Set();

export function applyTheme(theme = stored()) {
  if (theme === 'light' || theme === 'dark') {
    document.documentElement.dataset.theme = theme;
  } else {
    delete document.documentElement.dataset.theme;
  }
}

export function isDark() {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
}

export function toggleTheme() {
  const theme = isDark() ? 'light' : 'dark';
  applyTheme(theme);
  try {
    localStorage.setItem(NAME, theme);
  } catch {
    // It holds until the page is left, then.
  }
  listeners.forEach((listener) => listener());
}

/** Tells drawings that take colours from the style that these are others now; returns how to stop that. */
export function onTheme(listener) {
  listeners.add(listener);
  const system = matchMedia('(prefers-color-scheme: dark)');
  system.addEventListener('change', listener);
  return () => {
    listeners.delete(listener);
    system.removeEventListener('change', listener);
  };
}

/** The colour of a token as numbers: [red, green, blue]. */
export function colour(token) {
  const probe = document.createElement('span');
  probe.style.color = `var(${token})`;
  document.body.append(probe);
  const [red, green, blue] = getComputedStyle(probe).color.match(/[\d.]+/g).map(Number);
  probe.remove();
  return [red, green, blue];
}

function stored() {
  try {
    return localStorage.getItem(NAME);
  } catch {
    return null;
  }
}
