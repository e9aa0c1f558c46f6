import type { MarkdownIt, Token } from 'markdown-it';
import footnote from 'markdown-it-footnote';

const overlongLabel = /\[\^[^\]\s]{100}/y;

interface Note {
  number: number;
  label: string;
}

/** Footnotes (`[^1]`, `[^1]: text`) in the API's form (conventions.md §10). */
export function footnotesPlugin(md: MarkdownIt): void {
  md.use(footnote);
  md.inline.ruler.disable('footnote_inline');
  md.inline.ruler.before('footnote_ref', 'overlong_footnote_label', (state, silent) => {
    // The footnote rule would look for the end of the label up to the end of the paragraph, at each beginning of one.
    overlongLabel.lastIndex = state.pos;
    if (!overlongLabel.test(state.src)) return false;
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
    const { number, label } = note(tokens[index]);
    return `<sup id="fnref:${label}"><a class="footnote-ref" href="#fn:${label}" target="_blank">${number}</a></sup>`;
  };
  rules.footnote_anchor = (tokens, index) => {
    const { number, label } = note(tokens[index]);
    const title = `Jump back to footnote ${number} in the text`;
    return `&#160;<a class="footnote-backref" href="#fnref:${label}" target="_blank" title="${title}">&#8617;</a>`;
  };
}

function noteOf(token: Token | undefined, escape: (text: string) => string): Note {
  const meta: unknown = token?.meta;
  const { id, label } = typeof meta === 'object' && meta !== null ? (meta as { id?: unknown; label?: unknown }) : {};
  const number = typeof id === 'number' ? id + 1 : 1;
  return { number, label: escape(typeof label === 'string' ? label : String(number)) };
}
