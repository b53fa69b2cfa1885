/** Drawer that shows the actions of the page as code. */

import { onCall } from '../api/http.js';
import { curl } from '../api/recipes.js';
import { button, h, number, perFrame, replace } from '../widgets/dom.js';
import { tell } from '../widgets/notices.js';
import { subtabs } from '../widgets/tabs.js';

const KEPT = 50;

const LANGUAGES = {
  curl: (call) => curl(call.request, location.origin),
  JavaScript: (call) => call.recipe.js,
  Java: (call) => call.recipe.java,
};

const BEGINNINGS = {
  curl: () => 'export PARTITA_KEY=…   # the key of the account, in base64',
  JavaScript: () => `import { CosmosClient } from '@azure/cosmos';\n\nconst endpoint = '${location.origin}';\nconst key = process.env.PARTITA_KEY;\nconst client = new CosmosClient({ endpoint, key });`,
  Java: () => `String endpoint = "${location.origin}";\nString key = System.getenv("PARTITA_KEY");\nCosmosClient client = new CosmosClientBuilder()\n    .endpoint(endpoint).key(key).gatewayMode().buildClient();`,
};

export class CodeDrawer {
  constructor(close) {
    this.calls = [];
    this.list = h('div', { class: 'calls' });
    const parts = Object.keys(LANGUAGES).map((language) => [language, h('span', { hidden: true })]);
    this.tabs = subtabs('Language', parts, () => this.tabs && this.draw());
    this.element = h(
      'aside',
      { class: 'drawer', 'aria-label': 'Code' },
      h('header', null, h('h2', null, 'The same as code'), button('', { icon: 'close', kind: 'quiet square', 'aria-label': 'Close the code', click: close })),
      this.tabs.list,
      this.list,
    );
    const redraw = perFrame(() => this.draw());
    onCall((call) => {
      this.calls.unshift(call);
      this.calls.length = Math.min(this.calls.length, KEPT);
      if (this.element.isConnected) {
        redraw();
      }
    });
    this.draw();
  }

  draw() {
    const language = this.tabs.current();
    const shown = this.calls.map((call) => entry(call.recipe.title, LANGUAGES[language](call), call));
    replace(
      this.list,
      shown.length === 0 ? h('p', { class: 'soft' }, 'What you do on this page appears here, as you would write it in a program.') : shown,
      entry('To begin with', BEGINNINGS[language](), null),
    );
  }
}

function entry(title, text, call) {
  const failed = call && (call.status === 0 || call.status >= 400);
  return h(
    'section',
    { class: 'call' },
    h(
      'div',
      { class: 'head' },
      h('strong', { class: 'clip grow', title }, title),
      call ? h('span', { class: `pill ${failed ? 'bad' : 'good'}` }, call.status || 'failed') : null,
      call && call.ru > 0 ? h('span', { class: 'soft' }, `${number(call.ru)} RU`) : null,
      button('', { icon: 'copy', kind: 'quiet square small', 'aria-label': `Copy: ${title}`, click: () => copy(text) }),
    ),
    h('pre', { tabindex: '0' }, text),
  );
}

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    tell('Copied');
  } catch {
    tell('Not copied', 'The browser does not let this page reach the clipboard; select the text instead.');
  }
}
