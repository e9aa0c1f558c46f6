import type { MarkdownIt, Token } from 'markdown-it';

/** Puts `<strong>` outside of `<em>` when both span the same text, as the original Markdown does. */
export function emphasisPlugin(md: MarkdownIt): void {
  md.core.ruler.after('inline', 'emphasis_order', (state) => {
    for (const block of state.tokens) {
      if (block.type !== 'inline' || !block.children) continue;
      // The parser leaves empty texts between adjacent delimiters.
      block.children = block.children.filter(({ type, content }) => type !== 'text' || content !== '');
      reorder(block.children);
    }
  });
}

function reorder(tokens: Token[]): void {
  const open: number[] = [];
  const closing = new Map<number, number>();
  tokens.forEach((token, index) => {
    if (token.type === 'em_open' || token.type === 'strong_open') open.push(index);
    if (token.type !== 'em_close' && token.type !== 'strong_close') return;
    const start = open.pop();
    if (start === undefined) return;
    closing.set(start, index);
    if (tokens[start]?.type === 'em_open' && tokens[start + 1]?.type === 'strong_open' && closing.get(start + 1) === index - 1) {
      swap(tokens, start, start + 1);
      swap(tokens, index - 1, index);
    }
  });
}

function swap(tokens: Token[], one: number, other: number): void {
  const [first, second] = [tokens[one], tokens[other]];
  if (first && second) [tokens[one], tokens[other]] = [second, first];
}
