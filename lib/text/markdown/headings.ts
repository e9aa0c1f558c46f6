import type { MarkdownIt, Token } from 'markdown-it';
import { slugify } from '../slug';

/** Gives headings ids made from their text; a repeated one ends in `_1`, `_2`, … (conventions.md §10). */
export function headingIdsPlugin(md: MarkdownIt): void {
  md.core.ruler.after('inline', 'heading_ids', (state) => {
    const seen = new Map<string, number>();
    state.tokens.forEach((token, index) => {
      if (token.type !== 'heading_open') return;
      const base = slugify(plainText(state.tokens[index + 1]?.children ?? []));
      if (base) token.attrSet('id', nextId(base, seen));
    });
  });
}

function plainText(children: readonly Token[]): string {
  return children.map((token) => (token.type === 'html_inline' ? '' : token.content)).join('');
}

function nextId(base: string, seen: Map<string, number>): string {
  let id = base;
  let count = seen.get(base) ?? 0;
  while (seen.has(id)) id = `${base}_${++count}`;
  seen.set(base, count);
  if (id !== base) seen.set(id, 0);
  return id;
}
