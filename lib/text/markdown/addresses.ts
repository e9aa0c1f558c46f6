import type { MarkdownIt, Token } from 'markdown-it';
import { environmentOf, type MarkdownEnvironment } from './environment';
import { wikiLinkAttributes } from './wiki-links';

const attachment = /#_taiga-refresh=([a-z_]+):(\d{1,15})$/;

/** Gives links and images the addresses that the front end knows them by (conventions.md §10). */
export function addressesPlugin(md: MarkdownIt): void {
  md.core.ruler.after('linkify', 'addresses', (state) => {
    const environment = environmentOf(state.env);
    for (const block of state.tokens) {
      for (const token of block.children ?? []) {
        if (token.type === 'image') refreshAttachment(token, 'src', environment);
        if (token.type === 'link_open' && token.attrGet('class') === null) setLinkAddress(token, environment);
      }
    }
  });
}

function refreshAttachment(token: Token, attribute: 'src' | 'href', { attachmentUrl }: MarkdownEnvironment): void {
  const [, kind, id] = attachment.exec(String(token.attrGet(attribute) ?? '')) ?? [];
  const url = kind && id ? attachmentUrl?.(kind, Number(id)) : null;
  if (url) token.attrSet(attribute, url);
}

function setLinkAddress(token: Token, environment: MarkdownEnvironment): void {
  refreshAttachment(token, 'href', environment);
  const href = String(token.attrGet('href') ?? '');
  if (/^[-\w]+$/.test(href) && environment.projectSlug !== null) {
    for (const [name, value] of wikiLinkAttributes(environment, href)) token.attrSet(name, value);
  } else if (href.startsWith('/')) {
    token.attrSet('href', environment.front + href);
  } else if (!leadsToFront(href, environment.front)) {
    token.attrSet('target', '_blank');
  }
}

function leadsToFront(href: string, front: string): boolean {
  return href === front || (href.startsWith(front) && /[/?#]/.test(href.charAt(front.length)));
}
