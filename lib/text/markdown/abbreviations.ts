import type { MarkdownIt, StateBlock, Token } from 'markdown-it';
import { textToken, type TokenClass } from './inline-walk';

const definition = /^\*\[([^\]]{1,100})\]:[ \t]*(.*)$/;

/** A text with more abbreviations than this explains only the first ones: each costs time in every paragraph. */
const most = 100;

const definitions = new WeakMap<object, Map<string, string>>();

/** Explains words by lines of the form `*[word]: explanation`, which aren't shown themselves (conventions.md §10). */
export function abbreviationsPlugin(md: MarkdownIt): void {
  md.block.ruler.before('reference', 'abbreviation', define, { alt: ['paragraph', 'reference'] });
  md.core.ruler.after('linkify', 'abbreviations', (state) => {
    const known = definitions.get(state.env);
    if (!known) return;
    const pattern = wordsPattern([...known.keys()]);
    for (const block of state.tokens) {
      if (block.type === 'inline')
        block.children = (block.children ?? []).flatMap((token) => explained(token, known, pattern, state.Token));
    }
  });
}

function define(state: StateBlock, startLine: number, _endLine: number, silent: boolean): boolean {
  const start = (state.bMarks[startLine] ?? 0) + (state.tShift[startLine] ?? 0);
  if (!state.src.startsWith('*[', start)) return false;
  const [, label, title] = definition.exec(state.src.slice(start, state.eMarks[startLine])) ?? [];
  if (!label?.trim() || title === undefined) return false;
  if (silent) return true;
  const known = definitions.get(state.env) ?? new Map<string, string>();
  if (known.size < most) known.set(label.trim(), title.trim());
  definitions.set(state.env, known);
  state.line = startLine + 1;
  return true;
}

function wordsPattern(words: string[]): RegExp {
  const longestFirst = words.sort((one, other) => other.length - one.length);
  const escaped = longestFirst.map((word) => word.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'));
  return new RegExp(`(?<![\\p{L}\\p{N}_])(${escaped.join('|')})(?![\\p{L}\\p{N}_])`, 'u');
}

function explained(token: Token, known: ReadonlyMap<string, string>, pattern: RegExp, TokenOf: TokenClass): Token[] | Token {
  if (token.type !== 'text') return token;
  return token.content.split(pattern).flatMap((part, index) => {
    if (index % 2 === 0) return part ? [textToken(TokenOf, part)] : [];
    const open = new TokenOf('abbr_open', 'abbr', 1);
    open.attrs = [['title', known.get(part) ?? '']];
    return [open, textToken(TokenOf, part), new TokenOf('abbr_close', 'abbr', -1)];
  });
}
