/**
 * Deletes several items after confirmation, and lists those that could not be deleted with the
 * reason.
 */

import { forEachOf, patiently } from '../api/patience.js';
import { dialog } from '../widgets/dialog.js';
import { button, h, number, replace } from '../widgets/dom.js';
import { tell } from '../widgets/notices.js';

const SHOWN = 50;

/** @returns the deleted rows */
export async function deleteAll(items, rows) {
  const { one, many } = items.words;
  const what = rows.length === 1 ? `1 ${one}` : `${number(rows.length)} ${many}`;
  const progress = h('progress', { max: String(rows.length), value: '0', 'aria-label': 'Progress', hidden: true });
  const failures = h('ul', { class: 'failures', hidden: true });
  const names = h('ul', { class: 'failures' }, rows.slice(0, SHOWN).map((row) => h('li', null, row.id)), rows.length > SHOWN ? h('li', null, `and ${number(rows.length - SHOWN)} more`) : null);
  let control = new AbortController();
  const gone = [];
  await dialog({
    title: `Delete ${what}?`,
    action: 'Delete',
    danger: true,
    more: rows.length > SHOWN ? [() => button('Stop', { kind: 'quiet', click: () => control.abort() })] : [],
    content: [h('p', null, `They will be gone for good, unless one has been changed since it was listed.`), names, progress, failures],
    run: async () => {
      progress.hidden = false;
      control = new AbortController();
      const left = rows.filter((row) => !gone.includes(row));
      const failed = [];
      await forEachOf(left, control.signal, async (row) => {
        try {
          await patiently(() => items.remove(row.id, row.key, row.etag, row.self), control.signal);
          gone.push(row);
        } catch (failure) {
          failed.push(h('li', null, `${row.id}: ${reason(failure)}`));
        }
        progress.value = gone.length + failed.length;
      });
      if (failed.length > 0) {
        names.hidden = true;
        failures.hidden = false;
        replace(failures, failed.slice(0, SHOWN));
        throw new Error(`${number(failed.length)} of ${number(rows.length)} were not deleted; the rest was.`);
      }
      if (control.signal.aborted) {
        throw new Error(`Stopped; ${number(gone.length)} of ${number(rows.length)} were deleted.`);
      }
      tell('Deleted', gone.length === 1 ? `1 ${one}` : `${number(gone.length)} ${many}`);
      return true;
    },
  });
  control.abort();
  return gone;
}

function reason(failure) {
  return failure.status === 412 ? 'changed since it was listed; list again to see it as it is' : failure.message;
}
