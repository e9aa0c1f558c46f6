import type { MarkdownIt } from 'markdown-it';

const pattern = /<[a-z][a-z0-9+.-]{1,31}:[^<>\s]{0,2000}>/iy;

/** Leaves `<http://example.com>` as the text that it is, without a link, as the API does. */
export function autolinksPlugin(md: MarkdownIt): void {
  md.inline.ruler.at('autolink', (state, silent) => {
    pattern.lastIndex = state.pos;
    const [text] = pattern.exec(state.src) ?? [];
    if (text === undefined) return false;
    // Not a text token: those are looked through for addresses.
    if (!silent) state.push('html_inline', '', 0).content = md.utils.escapeHtml(text);
    state.pos += text.length;
    return true;
  });
}
