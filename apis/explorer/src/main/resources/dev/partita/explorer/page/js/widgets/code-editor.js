/** Code editor: a text field over the same text with syntax highlighting. */

import { h, perFrame, replace } from './dom.js';
import { coloured } from './highlight.js';
import { lineOf } from './problem.js';

const LONGEST_IN_COLOUR = 40_000;

export class CodeEditor {
  /**
   * @param language json, sql or script
   * @param label name for screen readers
   * @param changed called after each change
   * @param submitted called for Ctrl and Enter
   */
  constructor(language, label, { value = '', changed = () => {}, submitted = null, readOnly = false } = {}) {
    this.language = language;
    this.marked = 0;
    this.back = h('pre', { class: 'editor-back', 'aria-hidden': 'true' });
    this.wrong = h('pre', { class: 'editor-back editor-wrong', 'aria-hidden': 'true' });
    this.lines = h('div', { class: 'editor-lines', 'aria-hidden': 'true' });
    this.input = h('textarea', {
      class: 'editor-input', spellcheck: false, autocomplete: 'off', autocapitalize: 'off', wrap: 'off', 'aria-label': label, readOnly,
    });
    this.element = h('div', { class: 'editor' }, this.lines, h('div', { class: 'editor-text' }, this.wrong, this.back, this.input));
    this.draw = perFrame(() => this.paint());
    this.input.addEventListener('input', () => {
      this.underline([]);
      this.draw();
      changed();
    });
    this.input.addEventListener('scroll', () => this.follow(), { passive: true });
    this.input.addEventListener('keydown', (event) => {
      if (submitted && (event.ctrlKey || event.metaKey) && event.key === 'Enter') {
        event.preventDefault();
        submitted();
      } else {
        this.indent(event);
      }
    });
    this.value = value;
  }

  get value() {
    return this.input.value;
  }

  set value(text) {
    this.input.value = text;
    this.paint();
    this.input.scrollTop = 0;
    this.follow();
  }

  /** The selected text, or everything if nothing is selected. */
  get chosen() {
    return this.chosenPart.text;
  }

  /** The selected text, or everything, with its position. */
  get chosenPart() {
    const selected = this.value.slice(this.input.selectionStart, this.input.selectionEnd);
    const text = selected.trim();
    return text === '' ? { text: this.value, start: 0 } : { text, start: this.input.selectionStart + selected.indexOf(text) };
  }

  /** Underlines the ranges `{start, end}` until the text is changed. */
  underline(places) {
    const text = this.input.value;
    const pieces = [];
    let end = 0;
    for (const place of [...places].sort((a, b) => a.start - b.start)) {
      if (place.start >= end) {
        // An error at the end of a line is marked behind it.
        const piece = text.slice(place.start, Math.max(place.end, place.start + 1));
        const missing = piece === '' || piece === '\n';
        pieces.push(text.slice(end, place.start), h('span', null, missing ? ' ' : piece));
        end = place.start + (missing ? 0 : piece.length);
      }
    }
    replace(this.wrong, pieces.length === 0 ? '' : [...pieces, text.slice(end), '\n ']);
    this.mark(places.length === 0 ? 0 : lineOf(text, places[0].start).line);
    if (places.length > 0) {
      this.reveal(this.marked);
    }
  }

  /** Scrolls to a line, if it is not visible. */
  reveal(line) {
    const height = parseFloat(getComputedStyle(this.input).lineHeight);
    const top = (line - 1) * height;
    if (top < this.input.scrollTop || top + height > this.input.scrollTop + this.input.clientHeight) {
      this.input.scrollTop = Math.max(0, top - this.input.clientHeight / 2);
    }
  }

  /** Replaces the selection so that it can be undone. */
  insert(text) {
    this.input.focus();
    if (!document.execCommand('insertText', false, text)) {
      this.input.setRangeText(text, this.input.selectionStart, this.input.selectionEnd, 'end');
      this.input.dispatchEvent(new Event('input'));
    }
  }

  focus() {
    this.input.focus();
  }

  /** Marks a line as wrong; 0 for none. */
  mark(line) {
    if (this.marked !== line) {
      this.marked = line;
      this.paint();
    }
  }

  paint() {
    const text = this.input.value;
    const plain = text.length > LONGEST_IN_COLOUR;
    this.element.classList.toggle('plain-text', plain);
    if (plain) {
      replace(this.back);
      replace(this.lines);
    } else {
      // The empty element gives an empty last line its height.
      replace(this.back, coloured(text, this.language, LONGEST_IN_COLOUR), '\n ');
      const count = text.split('\n').length;
      replace(this.lines, h('div', null, Array.from({ length: count }, (_, i) => h(
        'div', { class: i + 1 === this.marked ? 'marked' : undefined }, i + 1,
      ))));
    }
    this.follow();
  }

  follow() {
    const { scrollTop, scrollLeft } = this.input;
    for (const layer of [this.back, this.wrong]) {
      layer.style.transform = `translate(${-scrollLeft}px, ${-scrollTop}px)`;
    }
    if (this.lines.firstChild) {
      this.lines.firstChild.style.transform = `translateY(${-scrollTop}px)`;
    }
  }

  /** Indents a new line as the one before it, and deeper after a bracket. */
  indent(event) {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.defaultPrevented || this.input.readOnly) {
      return;
    }
    const before = this.input.value.slice(0, this.input.selectionStart);
    const line = before.slice(before.lastIndexOf('\n') + 1);
    const deeper = /[{[(]\s*$/.test(line) ? '  ' : '';
    const blank = /^\s*/.exec(line)[0];
    if (blank || deeper) {
      event.preventDefault();
      this.insert(`\n${blank}${deeper}`);
    }
  }
}
