import type { MarkdownIt, Token } from 'markdown-it';

const box = /^\[([ xX])\](?=\s)/;

/** Makes list items that begin with `[ ]` or `[x]` tasks with a box (conventions.md §10). */
export function taskListsPlugin(md: MarkdownIt): void {
  md.core.ruler.after('inline', 'task_lists', (state) => {
    const lists: Token[] = [];
    state.tokens.forEach((token, index) => {
      if (/^(bullet|ordered)_list_open$/.test(token.type)) lists.push(token);
      else if (/^(bullet|ordered)_list_close$/.test(token.type)) lists.pop();
      else if (token.type === 'inline' && state.tokens[index - 2]?.type === 'list_item_open') {
        if (!addBox(token, new state.Token('html_inline', '', 0))) return;
        state.tokens[index - 2]?.attrSet('class', 'task-list-item');
        lists.at(-1)?.attrSet('class', 'task-list');
      }
    });
  });
}

function addBox(item: Token, html: Token): boolean {
  const [first] = item.children ?? [];
  const [whole, mark] = first?.type === 'text' ? (box.exec(first.content) ?? []) : [];
  if (!first || whole === undefined) return false;
  first.content = first.content.slice(whole.length);
  const checked = mark === ' ' ? '' : 'checked ';
  html.content = `<label class="task-list-control"><input ${checked}type="checkbox"><span class="task-list-indicator"></span></label>`;
  item.children?.unshift(html);
  return true;
}
