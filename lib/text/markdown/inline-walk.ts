import type { Token } from 'markdown-it';

/** Replaces the text tokens outside of links by what `replace` makes of them; undefined keeps a token. */
export function replaceTexts(tokens: readonly Token[], replace: (token: Token) => Token[] | undefined): void {
  for (const block of tokens) if (block.type === 'inline' && block.children) block.children = replaced(block.children, replace);
}

function replaced(children: readonly Token[], replace: (token: Token) => Token[] | undefined): Token[] {
  let links = 0;
  return children.flatMap((token) => {
    links = Math.max(0, links + linkChange(token));
    return (token.type === 'text' && links === 0 && replace(token)) || token;
  });
}

function linkChange(token: Token): number {
  if (token.type === 'link_open') return 1;
  if (token.type === 'link_close') return -1;
  if (token.type !== 'html_inline') return 0;
  if (/^<a[\s>]/i.test(token.content)) return 1;
  return /^<\/a\s*>/i.test(token.content) ? -1 : 0;
}

/** What makes tokens: markdown-it exports the class by its parsing state only. */
export type TokenClass = new (type: string, tag: string, nesting: -1 | 0 | 1) => Token;

/** A plain text token. */
export function textToken(TokenOf: TokenClass, content: string): Token {
  const token = new TokenOf('text', '', 0);
  token.content = content;
  return token;
}

/** The tokens of a link with a plain label. */
export function linkTokens(TokenOf: TokenClass, attributes: Record<string, string>, label: string): Token[] {
  const open = new TokenOf('link_open', 'a', 1);
  open.attrs = Object.entries(attributes);
  return [open, textToken(TokenOf, label), new TokenOf('link_close', 'a', -1)];
}
