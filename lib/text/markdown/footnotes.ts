import type { MarkdownIt, StateInline, Token } from 'markdown-it';
import footnote from 'markdown-it-footnote';

const longestLabel = 100;
const reference = new RegExp(`\\[\\^([^\\]\\s]{1,${longestLabel}})(\\]?)`, 'y');

/** References to more notes than this stay text: each note costs time in proportion to the whole text. */
const mostNotes = 500;

const labelsOf = new WeakMap<object, Set<string>>();

interface Note {
  number: number;
  label: string;
  /** The id of this place in the text that refers to the note. */
  place: string;
}

/** Footnotes (`[^1]`, `[^1]: text`) in the API's form (conventions.md §10). */
export function footnotesPlugin(md: MarkdownIt): void {
  md.use(footnote);
  md.inline.ruler.disable('footnote_inline');
  md.inline.ruler.before('footnote_ref', 'footnote_limits', (state, silent) => {
    if (!exceedsLimits(state, silent)) return false;
    if (!silent) state.pending += '[^';
    state.pos += 2;
    return true;
  });
  const note = (token: Token | undefined): Note => noteOf(token, md.utils.escapeHtml);
  const { rules } = md.renderer;
  rules.footnote_block_open = () => '<div class="footnote">\n<hr>\n<ol>\n';
  rules.footnote_block_close = () => '</ol>\n</div>\n';
  rules.footnote_open = (tokens, index) => `<li id="fn:${note(tokens[index]).label}">\n`;
  rules.footnote_close = () => '</li>\n';
  rules.footnote_ref = (tokens, index) => {
    const { number, label, place } = note(tokens[index]);
    return `<sup id="${place}"><a class="footnote-ref" href="#fn:${label}" target="_blank">${number}</a></sup>`;
  };
  rules.footnote_anchor = (tokens, index) => {
    const { number, place } = note(tokens[index]);
    const title = `Jump back to footnote ${number} in the text`;
    return `&#160;<a class="footnote-backref" href="#${place}" target="_blank" title="${title}">&#8617;</a>`;
  };
}

function noteOf(token: Token | undefined, escape: (text: string) => string): Note {
  const meta: unknown = token?.meta;
  const { id, subId, label: given } = typeof meta === 'object' && meta !== null ? (meta as Record<string, unknown>) : {};
  const number = typeof id === 'number' ? id + 1 : 1;
  const label = escape(typeof given === 'string' ? given : String(number));
  const repeated = typeof subId === 'number' && subId > 0 ? String(subId + 1) : '';
  return { number, label, place: `fnref${repeated}:${label}` };
}

/** Whether the parser would look far for the end of a label, or has enough notes already. */
function exceedsLimits({ src, pos, env }: StateInline, silent: boolean): boolean {
  reference.lastIndex = pos;
  const [, label, end] = reference.exec(src) ?? [];
  if (label === undefined) return false;
  if (!end) return label.length === longestLabel;
  const labels = labelsOf.get(env) ?? new Set();
  if (!labels.has(label) && labels.size >= mostNotes) return true;
  if (!silent) labelsOf.set(env, labels.add(label));
  return false;
}
