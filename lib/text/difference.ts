import { DIFF_DELETE, DIFF_EQUAL, DIFF_INSERT, diff_match_patch as DiffMatchPatch } from 'diff-match-patch';
import { replaceSurrogates } from './surrogates';

/** Unchanged runs of more words than this are shortened. */
const longestRun = 25;
const keptWords = 10;

const wrappers: Record<number, [open: string, close: string]> = {
  [DIFF_INSERT]: ['<ins style="background:#e6ffe6;">', '</ins>'],
  [DIFF_DELETE]: ['<del style="background:#ffe6e6;">', '</del>'],
  [DIFF_EQUAL]: ['<span>', '</span>'],
};

/** The difference of two texts as html, unchanged runs shortened (history.md, Text differences). */
export function textDifferenceHtml(before: string, after: string): string {
  const engine = new DiffMatchPatch();
  const { texts, restore } = replaceSurrogates([before, after]);
  const parts = engine.diff_main(texts[0] ?? '', texts[1] ?? '');
  engine.diff_cleanupSemantic(parts);
  const html = parts
    .map(([operation, text], index) =>
      wrapped(operation, operation === DIFF_EQUAL ? shortened(text, index === 0, index === parts.length - 1) : text),
    )
    .join('');
  return restore(html);
}

const ownTags = new RegExp(`(${Object.values(wrappers).flat().join('|')}|<br />)`);

/** Whether a text has the form of what {@link textDifferenceHtml} gives: its elements alone, closed, and nothing outside of them. */
export function isDifferenceHtml(html: string): boolean {
  let closing: string | undefined;
  // By the pattern's group every second part is a tag.
  for (const [index, part] of html.split(ownTags).entries()) {
    if (index % 2 === 0) {
      if (/[<>]/.test(part) || (part !== '' && closing === undefined)) return false;
      continue;
    }
    const opened = Object.values(wrappers).find(([open]) => open === part);
    if (opened ? closing !== undefined : part !== closing && (part !== '<br />' || closing === undefined)) return false;
    if (opened) closing = opened[1];
    else if (part === closing) closing = undefined;
  }
  return closing === undefined;
}

function wrapped(operation: number, text: string): string {
  const [open, close] = wrappers[operation] ?? ['', ''];
  return `${open}${escaped(text)}${close}`;
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\n', '<br />');

/** The first and last words of a long run; at the very beginning only the last, at the very end only the first. */
function shortened(text: string, first: boolean, last: boolean): string {
  const words = text.split(/\s+/).filter((word) => word !== '');
  if (words.length <= longestRun) return text;
  const head = first ? '' : words.slice(0, keptWords).join(' ');
  const tail = last ? '' : words.slice(-keptWords).join(' ');
  return `${head}(...)${tail}`;
}
