/** Running splits and merges with their progress. */

import { h, number, replace } from '../widgets/dom.js';
import { complain, tell } from '../widgets/notices.js';

const ASK_MILLIS = 700;

export class Operations {
  /** @param done called after an operation has ended */
  constructor(api, done) {
    this.api = api;
    this.done = done;
    this.running = new Map();
    this.ended = new Set();
    this.element = h('div', { class: 'operations', role: 'status' });
  }

  /** Starts an operation; a refusal is shown beside its button. */
  async begin(verb, ask) {
    const { operation } = await ask();
    tell(`${verb} begun`);
    this.update(operation);
    this.follow(operation.id);
  }

  /** Follows an operation by events, and polls in case they do not arrive. */
  async follow(id) {
    while (this.running.has(id)) {
      await new Promise((resolve) => {
        setTimeout(resolve, ASK_MILLIS);
      });
      if (this.running.has(id)) {
        try {
          this.update(await this.api.operation(id));
        } catch {
          this.running.delete(id);
          this.draw();
        }
      }
    }
  }

  update(operation) {
    if (operation.state === 'running') {
      if (!this.ended.has(operation.id)) {
        this.running.set(operation.id, operation);
      }
    } else if (!this.ended.has(operation.id)) {
      this.ended.add(operation.id);
      this.running.delete(operation.id);
      this.announce(operation);
      this.done();
    }
    this.draw();
  }

  announce({ kind, partitions, state, children, error }) {
    const of = `${kind === 'merge' ? 'Merge' : 'Split'} of ${partitions.join(' and ')}`;
    if (state === 'failed') {
      complain(`${of} failed`, error);
    } else {
      tell(`${of} done`, children ? `Now ${children.join(' and ')}` : '');
    }
  }

  draw() {
    replace(this.element, [...this.running.values()].map(({ kind, partitions, step, percent }) => h(
      'div', { class: 'operation' },
      h('span', null, `${kind === 'merge' ? 'Merging' : 'Splitting'} ${partitions.join(' and ')}: ${step ?? 'begins'}`),
      h('progress', { max: '100', value: String(percent ?? 0), 'aria-label': 'Progress' }),
      h('span', { class: 'number soft' }, `${number(percent ?? 0)} %`),
    )));
  }
}
