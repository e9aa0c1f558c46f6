import type { MarkdownIt, StateInline } from 'markdown-it';
import { slugOrNull } from '../slug';
import { environmentOf, type MarkdownEnvironment } from './environment';

/** No `[` inside, so that an unclosed link costs no more than its own length. */
const pattern = /\[\[([\p{L}\p{N}\p{M} _-]+)(?:\|([^[\]\n]+))?\]\]/uy;

/** The attributes of a link to a page of the project's wiki. */
export function wikiLinkAttributes({ front, projectSlug }: MarkdownEnvironment, page: string): [string, string][] {
  return [
    ['class', 'reference wiki'],
    ['href', `${front}/project/${projectSlug}/wiki/${page}`],
  ];
}

/** Makes `[[Label]]` and `[[page|Label]]` links to wiki pages (conventions.md §10). */
export function wikiLinksPlugin(md: MarkdownIt): void {
  md.inline.ruler.before('link', 'wiki_link', (state, silent) => {
    const environment = environmentOf(state.env);
    if (environment.projectSlug === null || state.linkLevel > 0 || !state.src.startsWith('[[', state.pos)) return false;
    pattern.lastIndex = state.pos;
    const match = pattern.exec(state.src);
    if (!match) return false;
    const [whole, page = '', label = page] = match;
    if (!silent) pushLink(state, environment, { page, label: label.trim() });
    state.pos += whole.length;
    return true;
  });
}

function pushLink(state: StateInline, environment: MarkdownEnvironment, { page, label }: { page: string; label: string }): void {
  state.push('link_open', 'a', 1).attrs = [...wikiLinkAttributes(environment, slugOrNull(page)), ['title', label]];
  state.push('text', '', 0).content = label;
  state.push('link_close', 'a', -1);
}
