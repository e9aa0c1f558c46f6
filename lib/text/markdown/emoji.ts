import type { MarkdownIt, Token } from 'markdown-it';
import { emojiNames } from './emoji-names';
import { environmentOf } from './environment';
import { replaceTexts, textToken, type TokenClass } from './inline-walk';

/** Makes `:name:` of a known emoji its picture; other names stay text (conventions.md §10). */
export function emojiPlugin(md: MarkdownIt): void {
  md.core.ruler.after('linkify', 'emoji', (state) => {
    const { staticUrl } = environmentOf(state.env);
    replaceTexts(state.tokens, (token) => withPictures(token.content, staticUrl, state.Token));
  });
}

function withPictures(text: string, staticUrl: string, TokenOf: TokenClass): Token[] | undefined {
  const parts = text.split(':');
  if (parts.length < 3) return undefined;
  const tokens: Token[] = [];
  let before = parts[0] ?? '';
  for (let index = 1; index < parts.length; index++) {
    const part = parts[index] ?? '';
    if (index === parts.length - 1 || !emojiNames.has(part)) {
      before += `:${part}`;
      continue;
    }
    if (before) tokens.push(textToken(TokenOf, before));
    tokens.push(picture(part, staticUrl, TokenOf));
    index++;
    before = parts[index] ?? '';
  }
  if (tokens.length === 0) return undefined;
  if (before) tokens.push(textToken(TokenOf, before));
  return tokens;
}

function picture(name: string, staticUrl: string, TokenOf: TokenClass): Token {
  const token = new TokenOf('emoji', 'img', 0);
  token.attrs = [
    ['alt', name],
    ['src', `${staticUrl}/img/emojis/${encodeURIComponent(name)}.png`],
  ];
  return token;
}
