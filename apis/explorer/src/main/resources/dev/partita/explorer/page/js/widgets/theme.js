/** Light or dark theme: that of the system, until the user chooses. */

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
    // Without storage the choice lasts until the page is left.
  }
  listeners.forEach((listener) => listener());
}

/**
 * Notifies drawings that use colours of the style of a change; returns the function that
 * unsubscribes.
 */
export function onTheme(listener) {
  listeners.add(listener);
  const system = matchMedia('(prefers-color-scheme: dark)');
  system.addEventListener('change', listener);
  return () => {
    listeners.delete(listener);
    system.removeEventListener('change', listener);
  };
}

/** Colour of a token as numbers: [red, green, blue]. */
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
