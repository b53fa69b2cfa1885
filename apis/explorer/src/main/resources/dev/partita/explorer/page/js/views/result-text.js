/** Results as highlighted text. */

import { formatted } from '../json/text.js';
import { coloured } from '../widgets/highlight.js';

const LONGEST_SHOWN = 400_000;

/** Results as one array; a text that is too long to render is cut, with a note. */
export function resultText(elements) {
  const pieces = [];
  let length = 0;
  for (const [i, element] of elements.entries()) {
    const text = formatted(element).replaceAll('\n', '\n  ');
    if (length + text.length > LONGEST_SHOWN) {
      const cut = text.slice(0, Math.max(2000, LONGEST_SHOWN - length));
      pieces.push(`  ${cut}\n\n… and more: ${elements.length - i} of ${elements.length} results are not shown whole`);
      return `[\n${pieces.join(',\n')}`;
    }
    length += text.length;
    pieces.push(`  ${text}`);
  }
  return coloured(pieces.length === 0 ? '[]' : `[\n${pieces.join(',\n')}\n]`, 'json', 80_000);
}
