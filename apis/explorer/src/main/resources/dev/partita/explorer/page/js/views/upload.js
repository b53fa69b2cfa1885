/**
 * Dialog that uploads items from files: a JSON array, one JSON object, or one object on each line.
 */

import { forEachOf, patiently } from '../api/patience.js';
import { elements, problemIn } from '../json/text.js';
import { dialog } from '../widgets/dialog.js';
import { button, field, h, number, replace } from '../widgets/dom.js';
import { tell } from '../widgets/notices.js';

const SHOWN_FAILURES = 50;

/** Returns whether anything was uploaded. */
export async function upload(items) {
  const files = h('input', { class: 'input file', type: 'file', multiple: true, accept: '.json,.jsonl,.ndjson,application/json', name: 'files' });
  const upsert = h('input', { type: 'checkbox', checked: true });
  const progress = h('progress', { max: '1', value: '0', 'aria-label': 'Progress', hidden: true });
  const state = h('p', { class: 'soft', role: 'status' });
  const failures = h('ul', { class: 'failures', hidden: true });
  let control = new AbortController();
  let done = 0;
  await dialog({
    title: `Upload ${items.words.many}`,
    action: 'Upload',
    more: [() => button('Stop', { kind: 'quiet', click: () => control.abort() })],
    content: [
      field('Files', files, 'A JSON array, one object, or JSON Lines.'),
      h('label', { class: 'choice' }, upsert, `Replace ${items.words.many} that are there already`),
      progress, state, failures,
    ],
    run: async () => {
      if (files.files.length === 0) {
        throw new Error('No file has been chosen.');
      }
      replace(failures);
      control = new AbortController();
      const failed = await run([...files.files], items, upsert.checked, control.signal, (count, share) => {
        done = count;
        progress.hidden = false;
        progress.value = share;
        replace(state, `${number(count)} ${items.words.many}`);
      });
      if (failed.length > 0) {
        failures.hidden = false;
        replace(failures, failed.slice(0, SHOWN_FAILURES).map((text) => h('li', null, text)));
        throw new Error(`${number(failed.length)} of ${number(done + failed.length)} were not taken; the rest was.`);
      }
      if (control.signal.aborted) {
        throw new Error(`Stopped after ${number(done)} ${items.words.many}.`);
      }
      tell('Uploaded', `${number(done)} ${items.words.many}`);
      return true;
    },
  });
  control.abort();
  return done > 0;
}

async function run(files, items, upsert, signal, report) {
  const failed = [];
  const total = files.reduce((sum, file) => sum + file.size, 0) || 1;
  let count = 0;
  let read = 0;
  const work = documents(files, (size) => {
    read += size;
  });
  await forEachOf(work, signal, async ({ text, where }) => {
    try {
      await patiently(() => store(items, text, upsert, signal), signal);
      count += 1;
    } catch (failure) {
      if (!signal.aborted) {
        failed.push(`${where}: ${failure.message}`);
      }
    }
    report(count, read / total);
  });
  return failed;
}

async function store(items, text, upsert, signal) {
  const problem = problemIn(text);
  if (problem) {
    throw problem;
  }
  await items.create(text, { upsert, quiet: true, signal });
}

async function* documents(files, consumed) {
  for (const file of files) {
    if (/\.(jsonl|ndjson)$/i.test(file.name)) {
      yield* lines(file, consumed);
    } else {
      const text = (await file.text()).trim();
      const texts = text.startsWith('[') ? elements(text) : [text];
      for (const [i, each] of texts.entries()) {
        consumed(file.size / texts.length);
        yield { text: each, where: `${file.name}, item ${i + 1}` };
      }
    }
  }
}

/** Reads a file line by line, without holding all of it in memory. */
async function* lines(file, consumed) {
  const reader = file.stream().pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  let line = 0;
  for (;;) {
    const { done, value = '' } = await reader.read();
    const parts = (rest + value).split('\n');
    rest = done ? '' : parts.pop();
    for (const part of parts) {
      line += 1;
      consumed(part.length + 1);
      if (part.trim() !== '') {
        yield { text: part.trim(), where: `${file.name}, line ${line}` };
      }
    }
    if (done) {
      return;
    }
  }
}
