/** Suggestions while a query is typed: keywords, functions, and known properties. */

import { h, nextId, replace } from './dom.js';
import { SQL_FUNCTIONS, SQL_WORDS } from './highlight.js';

const MOST = 9;

export class Completion {
  /** @param properties returns the names of properties */
  constructor(editor, properties) {
    this.editor = editor;
    this.properties = properties;
    this.chosen = 0;
    this.found = [];
    this.list = h('ul', { class: 'completion', role: 'listbox', id: nextId('completion'), 'aria-label': 'Suggestions', hidden: true });
    editor.element.append(this.list);
    const { input } = editor;
    input.setAttribute('aria-autocomplete', 'list');
    input.setAttribute('aria-controls', this.list.id);
    input.addEventListener('input', () => this.suggest(false));
    input.addEventListener('keydown', (event) => this.key(event), { capture: true });
    input.addEventListener('blur', () => this.hide());
    input.addEventListener('scroll', () => this.hide());
    this.list.addEventListener('mousedown', (event) => {
      event.preventDefault();
      const option = event.target.closest('li');
      if (option) {
        this.accept(this.found[[...this.list.children].indexOf(option)]);
      }
    });
  }

  /** Updates the suggestions to the text before the cursor. */
  suggest(asked) {
    const { input } = this.editor;
    const before = input.value.slice(0, input.selectionStart);
    const [, dot, word] = /(\.?)([A-Za-z_]\w*)?$/.exec(before);
    this.word = word ?? '';
    if (!asked && !dot && this.word.length < 2) {
      this.hide();
      return;
    }
    const upper = this.word.toUpperCase();
    const names = dot ? this.properties() : [...SQL_WORDS, ...SQL_FUNCTIONS.map((name) => `${name}(`), ...this.properties()];
    this.found = names.filter((name) => name.toUpperCase().startsWith(upper) && name.toUpperCase() !== upper).slice(0, MOST);
    if (this.found.length === 0) {
      this.hide();
    } else {
      this.chosen = 0;
      this.show(before);
    }
  }

  show(before) {
    const lines = before.split('\n');
    const style = getComputedStyle(this.editor.input);
    const lineHeight = parseFloat(style.lineHeight);
    const left = (lines.at(-1).length - this.word.length) * this.letterWidth(style) - this.editor.input.scrollLeft;
    const { element } = this.editor;
    const gutter = this.editor.lines.offsetWidth;
    this.list.style.left = `${Math.max(0, Math.min(gutter + 8 + left, element.clientWidth - 240))}px`;
    this.list.style.top = `${lines.length * lineHeight + 10 - this.editor.input.scrollTop}px`;
    this.list.hidden = false;
    this.draw();
  }

  letterWidth(style) {
    if (!this.width) {
      const context = document.createElement('canvas').getContext('2d');
      context.font = style.font;
      this.width = context.measureText('m'.repeat(20)).width / 20;
    }
    return this.width;
  }

  draw() {
    replace(this.list, this.found.map((name, i) => h(
      'li', { role: 'option', id: `${this.list.id}-${i}`, 'aria-selected': i === this.chosen }, name,
    )));
    this.editor.input.setAttribute('aria-activedescendant', `${this.list.id}-${this.chosen}`);
  }

  hide() {
    this.list.hidden = true;
    this.editor.input.removeAttribute('aria-activedescendant');
  }

  accept(name) {
    const { input } = this.editor;
    input.setSelectionRange(input.selectionStart - this.word.length, input.selectionStart);
    this.editor.insert(name);
    this.hide();
  }

  key(event) {
    if (event.ctrlKey && event.code === 'Space') {
      event.preventDefault();
      this.suggest(true);
      return;
    }
    if (this.list.hidden || event.ctrlKey || event.metaKey) {
      return;
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      this.chosen = (this.chosen + step + this.found.length) % this.found.length;
      this.draw();
    } else if (event.key === 'Enter' || event.key === 'Tab') {
      this.accept(this.found[this.chosen]);
    } else if (event.key === 'Escape') {
      this.hide();
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }
}
