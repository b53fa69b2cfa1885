/**
 * Editor of one item. Saves with the etag that was read; after a conflict both versions are shown
 * and nothing is lost.
 */

import { formatted, problemIn, withoutProperties } from '../json/text.js';
import { CodeEditor } from '../widgets/code-editor.js';
import { confirm, dialog } from '../widgets/dialog.js';
import { button, bytes, debounced, h, replace } from '../widgets/dom.js';
import { complain, tell } from '../widgets/notices.js';

const LARGE = 400_000;

export class ItemEditor {
  /** @param on `saved(row)`, `removed(row)` and `touched()` */
  constructor(items, on) {
    this.items = items;
    this.words = items.words;
    this.on = on;
    this.row = null;
    this.editor = new CodeEditor('json', capital(this.words.one), { changed: () => this.changed() });
    this.problem = h('div', { class: 'problem', role: 'alert', hidden: true });
    this.title = h('h2', { class: 'clip grow' });
    this.state = h('span', { class: 'soft', role: 'status' });
    this.save = button('Save', { kind: 'primary', title: 'Save (Ctrl+S)', click: () => this.store() });
    this.discard = button('Discard', { click: () => this.revert() });
    this.format = button('Format', { kind: 'quiet', click: () => this.reformat() });
    this.remove = button('Delete', { icon: 'trash', kind: 'quiet danger', click: () => this.delete() });
    this.body = h('div', { class: 'pane-body' }, this.editor.element);
    this.content = [
      h('div', { class: 'bar row' }, this.title, this.state, this.format, this.discard, this.remove, this.save), this.problem, this.body,
    ];
    this.empty = h('div', { class: 'nothing' }, h('p', { class: 'soft' }, `Choose ${article(this.words.one)}, or make a new one.`));
    this.element = h('div', { class: 'pane', on: { keydown: (event) => this.key(event) } }, this.empty);
    // A late check must not remove the server's errors about the same text.
    this.check = debounced(200, () => this.text() !== this.refused && this.validate());
  }

  /** Shows an item of the list. */
  edit(row, text, etag) {
    this.row = row;
    this.etag = etag;
    const whole = formatted(text);
    this.open(row.id, this.withoutSystem(whole));
    if (whole.length > LARGE) {
      this.showPreview(whole.length);
    }
  }

  /** Starts a new item from the template. */
  create() {
    this.row = null;
    this.etag = null;
    this.open(`New ${this.words.one}`, JSON.stringify(this.items.draft(), null, 2));
    this.editor.focus();
  }

  open(title, text) {
    this.original = text;
    this.problem.hidden = true;
    replace(this.title, title);
    this.title.title = title;
    replace(this.body, this.editor.element);
    this.editor.value = text;
    this.editor.mark(0);
    replace(this.element, this.content);
    this.refresh();
  }

  /** Loads the whole text of a large item only on demand: rendering it takes a moment. */
  showPreview(length) {
    const text = this.original;
    this.editor.value = '';
    this.previewed = text;
    const show = button('Edit it all', {
      click: () => {
        this.previewed = null;
        replace(this.body, this.editor.element);
        this.editor.value = text;
        this.refresh();
      },
    });
    replace(
      this.body,
      h('div', { class: 'hint-box row' }, h('span', { class: 'grow' }, `This ${this.words.one} has ${bytes(length)} of text. Its beginning is shown.`), show),
      h('pre', { class: 'preview', tabindex: '0', 'aria-label': 'Beginning of the item' }, text.slice(0, 20_000), ' …'),
    );
    this.refresh();
  }

  text() {
    return this.previewed ?? this.editor.value;
  }

  isDirty() {
    return this.original !== undefined && this.text() !== this.original && this.element.firstChild !== this.empty;
  }

  changed() {
    this.refresh();
    this.check();
  }

  refresh() {
    const dirty = this.isDirty();
    this.save.disabled = !dirty && this.row !== null;
    this.discard.disabled = !dirty;
    this.remove.hidden = this.row === null;
    replace(this.state, dirty ? 'Not saved' : '');
    if (this.wasDirty !== dirty) {
      this.wasDirty = dirty;
      this.on.touched();
    }
  }

  validate() {
    const problem = problemIn(this.text());
    this.complain(problem);
    return problem === null;
  }

  complain(problem) {
    this.problem.hidden = problem === null;
    this.editor.mark(problem?.line ?? 0);
    if (problem) {
      replace(this.problem, problem.message);
    }
  }

  reformat() {
    if (this.validate() && !this.previewed) {
      this.editor.value = formatted(this.editor.value);
      this.changed();
    }
  }

  revert() {
    this.editor.value = this.original;
    this.complain(null);
    this.refresh();
  }

  /** Whether the editor may show another item. */
  async mayLeave() {
    return !this.isDirty() || Boolean(await confirm({
      title: 'Leave without saving?', text: `What was changed in this ${this.words.one} is lost then.`, action: 'Leave', run: async () => true,
    }));
  }

  async store() {
    if (!this.validate()) {
      return;
    }
    const text = this.text();
    this.save.disabled = true;
    try {
      const answer = this.row === null
        ? await this.items.create(text)
        : await this.items.replace(this.row.id, this.row.key, this.etag, text, this.row.self);
      this.stored(answer);
    } catch (failure) {
      if (failure.status === 412) {
        await this.resolve(text);
      } else {
        this.refused = text;
        this.complain(failure);
      }
    } finally {
      this.refresh();
    }
  }

  stored(answer) {
    const made = this.row === null;
    this.row = { ...this.items.row(JSON.parse(answer.text)), etag: answer.etag };
    this.etag = answer.etag;
    this.previewed = null;
    this.open(this.row.id, this.withoutSystem(formatted(answer.text)));
    tell(`${capital(this.words.one)} ${made ? 'created' : 'saved'}`, answer.ru > 0 ? `${this.row.id}, ${answer.ru} RU` : this.row.id);
    this.on.saved(this.row);
  }

  /** Resolves a conflict with another change: shows both versions side by side with the choice. */
  async resolve(mine) {
    let theirs;
    try {
      theirs = await this.items.read(this.row.id, this.row.key, this.row.self);
    } catch (failure) {
      this.complain(new Error(`The ${this.words.one} was changed meanwhile, and cannot be read: ${failure.message}`));
      return;
    }
    const theirText = this.withoutSystem(formatted(theirs.text));
    const own = new CodeEditor('json', 'Your version', { value: mine });
    const other = new CodeEditor('json', 'Version of the server', { value: theirText, readOnly: true });
    const takeTheirs = (close) => button('Take the version of the server', {
      click: () => {
        this.etag = theirs.etag;
        this.open(this.row.id, theirText);
        close();
      },
    });
    await dialog({
      title: `Someone else has changed this ${this.words.one}`,
      wide: true,
      action: 'Save my version over it',
      danger: true,
      more: [takeTheirs],
      content: [
        h('p', { class: 'soft' }, 'Nothing is lost yet. What you typed can still be changed here, with the other version beside it.'),
        h('div', { class: 'compare' }, h('section', null, h('h3', null, 'Yours'), own.element), h('section', null, h('h3', null, 'On the server'), other.element)),
      ],
      run: async () => {
        const answer = await this.items.replace(this.row.id, this.row.key, theirs.etag, own.value, this.row.self);
        this.stored(answer);
        return true;
      },
    });
    if (own.value !== this.text() && this.isDirty()) {
      this.editor.value = own.value;
    }
  }

  async delete() {
    const { row, etag } = this;
    await confirm({
      title: `Delete this ${this.words.one}?`,
      text: `${row.id} will be gone for good.`,
      action: 'Delete',
      run: async () => {
        await this.items.remove(row.id, row.key, etag, row.self);
        this.close();
        tell(`${capital(this.words.one)} deleted`, row.id);
        this.on.removed(row);
      },
    }).catch((failure) => complain('Not deleted', failure));
  }

  close() {
    this.row = null;
    this.original = undefined;
    this.previewed = null;
    replace(this.element, this.empty);
    this.on.touched();
  }

  withoutSystem(text) {
    return formatted(withoutProperties(text, this.items.system));
  }

  key(event) {
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 's') {
      event.preventDefault();
      if (!this.save.disabled) {
        this.store();
      }
    }
  }
}

function capital(word) {
  return word[0].toUpperCase() + word.slice(1);
}

function article(word) {
  return `${/^[aeiou]/.test(word) ? 'an' : 'a'} ${word}`;
}
