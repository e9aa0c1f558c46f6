import type { MarkdownIt, Token } from 'markdown-it';

/** Sets what the API's HTML has otherwise than the parser's: code blocks, deletions, nested lists (conventions.md §10). */
export function outputPlugin(md: MarkdownIt): void {
  const { renderer } = md;
  const code = (tokens: Token[], index: number): string =>
    `<div class="codehilite"><pre><span></span><code>${md.utils.escapeHtml(tokens[index]?.content ?? '')}</code></pre></div>\n`;
  renderer.rules.fence = code;
  renderer.rules.code_block = code;
  renderer.rules.s_open = () => '<del>';
  renderer.rules.s_close = () => '</del>';
  const renderToken = renderer.renderToken.bind(renderer);
  renderer.renderToken = (tokens, index, options) => {
    const html = renderToken(tokens, index, options);
    return tokens[index - 1]?.hidden ? html.replace(/^\n/, '') : html;
  };
}
