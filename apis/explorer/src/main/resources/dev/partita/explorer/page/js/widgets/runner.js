/** Runs one cancellable action at a time, with its buttons, progress and failure. */

import { button, h, replace } from './dom.js';
import { showProblem } from './problem.js';

export class Runner {
  /**
   * @param run action of the button
   * @param before text before the first run
   */
  constructor(run, before = '') {
    this.go = button('Run', { icon: 'play', kind: 'primary', title: 'Run (Ctrl+Enter)', click: run });
    this.stop = button('Cancel', { icon: 'stop', disabled: true, click: () => this.cancel() });
    this.problem = h('div', { class: 'problem', role: 'alert', hidden: true });
    this.summary = h('span', { class: 'soft', role: 'status' }, before);
  }

  /** Runs an action instead of the current one, and shows its failure. */
  async during(action) {
    this.cancel();
    const control = new AbortController();
    this.control = control;
    this.problem.hidden = true;
    this.go.disabled = true;
    this.stop.disabled = false;
    replace(this.summary, 'Running …');
    try {
      await action(control.signal);
    } catch (failure) {
      if (failure.name === 'AbortError') {
        replace(this.summary, 'Cancelled');
      } else {
        replace(this.summary, 'Failed');
        showProblem(this.problem, failure);
      }
    } finally {
      if (this.control === control) {
        this.go.disabled = false;
        this.stop.disabled = true;
      }
    }
  }

  cancel() {
    this.control?.abort();
  }
}
