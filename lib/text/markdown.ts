import MarkdownIt from 'markdown-it';
import deflist from 'markdown-it-deflist';
import { abbreviationsPlugin } from './markdown/abbreviations';
import { addressesPlugin } from './markdown/addresses';
import { autolinksPlugin } from './markdown/autolinks';
import { emojiPlugin } from './markdown/emoji';
import { emphasisPlugin } from './markdown/emphasis';
import { type MarkdownEnvironment, parserEnvironment } from './markdown/environment';
import { footnotesPlugin } from './markdown/footnotes';
import { headingIdsPlugin } from './markdown/headings';
import { linkifyPlugin } from './markdown/linkify';
import { outputPlugin } from './markdown/output';
import { referencesPlugin } from './markdown/references';
import { taskListsPlugin } from './markdown/task-lists';
import { wikiLinksPlugin } from './markdown/wiki-links';
import { sanitize } from './sanitize';

export type { MarkdownEnvironment, ReferenceKind } from './markdown/environment';

const markdown = new MarkdownIt({ html: true, breaks: true, linkify: true });

// Rules of one stage run in the reverse order of these lines: addresses are set before references add links of their own.
for (const plugin of [
  deflist,
  footnotesPlugin,
  headingIdsPlugin,
  taskListsPlugin,
  emphasisPlugin,
  abbreviationsPlugin,
  referencesPlugin,
  emojiPlugin,
  addressesPlugin,
  wikiLinksPlugin,
  linkifyPlugin,
  autolinksPlugin,
  outputPlugin,
])
  markdown.use(plugin);

/** Sanitised HTML of a Markdown text (conventions.md §10), without a newline at the end. */
export function renderMarkdown(source: string, environment: MarkdownEnvironment): string {
  return sanitize(markdown.render(source, parserEnvironment(environment))).trim();
}

/** The numbers `#N` in the text (not in its code or links), each once: to be loaded before rendering. */
export function referencesIn(source: string): number[] {
  return /#\d/.test(source) ? [...targetsIn(source).references] : [];
}

/** The usernames that the text may mention (`@ann.` names `ann.` or `ann`), each once: to be loaded before rendering. */
export function mentionsIn(source: string): string[] {
  return source.includes('@') ? [...targetsIn(source).usernames] : [];
}

/** The attachments that the text shows or links, each once: to be loaded before rendering. */
export function attachmentsIn(source: string): { kind: string; id: number }[] {
  const found = new Map<string, { kind: string; id: number }>();
  for (const [whole, kind = '', id] of source.matchAll(/#_taiga-refresh=([a-z_]+):(\d{1,15})/g)) found.set(whole, { kind, id: Number(id) });
  return [...found.values()];
}

function targetsIn(source: string): { references: Set<number>; usernames: Set<string> } {
  const references = new Set<number>();
  const usernames = new Set<string>();
  const listener: MarkdownEnvironment = {
    projectSlug: '',
    front: '',
    staticUrl: '',
    reference: (ref) => {
      references.add(ref);
      return null;
    },
    member: (username) => {
      usernames.add(username);
      return null;
    },
  };
  markdown.parse(source, parserEnvironment(listener));
  return { references, usernames };
}
