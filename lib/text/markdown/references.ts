import type { MarkdownIt, StateCore, Token } from 'markdown-it';
import { environmentOf, type MarkdownEnvironment, type ReferenceKind } from './environment';
import { linkTokens, replaceTexts, textToken } from './inline-walk';
import { possibleUsernames, scanTargets, type Target } from './scanner';

const classes: Record<ReferenceKind, string> = { epic: 'epic', us: 'user-story', task: 'task', issue: 'issue' };

/** Makes `#N` and `@name` links to elements and members, where they exist (conventions.md §10). */
export function referencesPlugin(md: MarkdownIt): void {
  md.core.ruler.after('linkify', 'references', (state) => {
    const environment = environmentOf(state.env);
    replaceTexts(state.tokens, (token) => withLinks(token.content, environment, state.Token));
  });
}

function withLinks(text: string, environment: MarkdownEnvironment, TokenOf: StateCore['Token']): Token[] | undefined {
  const tokens: Token[] = [];
  let end = 0;
  for (const target of scanTargets(text)) {
    const link = linkOf(target, environment);
    if (!link) continue;
    if (target.start > end) tokens.push(textToken(TokenOf, text.slice(end, target.start)));
    for (const token of linkTokens(TokenOf, link.attributes, link.label)) tokens.push(token);
    end = target.start + link.label.length;
  }
  if (end === 0) return undefined;
  if (end < text.length) tokens.push(textToken(TokenOf, text.slice(end)));
  return tokens;
}

interface Link {
  label: string;
  attributes: Record<string, string>;
}

function linkOf(target: Target, environment: MarkdownEnvironment): Link | undefined {
  return 'ref' in target ? referenceLink(target.ref, environment) : mentionLink(target.username, environment);
}

function referenceLink(ref: number, { projectSlug, front, reference }: MarkdownEnvironment): Link | undefined {
  const element = projectSlug === null ? null : reference(ref);
  if (!element) return undefined;
  const href = `${front}/project/${projectSlug}/${element.kind}/${ref}`;
  return { label: `#${ref}`, attributes: { class: `reference ${classes[element.kind]}`, href, title: `#${ref} ${element.subject}` } };
}

function mentionLink(text: string, { front, member }: MarkdownEnvironment): Link | undefined {
  for (const username of possibleUsernames(text)) {
    const found = member(username);
    if (!found) continue;
    const href = `${front}/profile/${encodeURIComponent(username)}`;
    return { label: `@${username}`, attributes: { class: 'mention', href, title: found.fullName } };
  }
  return undefined;
}
