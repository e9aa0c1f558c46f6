import { demandLength, FieldProblem, f, messages, readText, type Field } from '../../lib/resource/fields';
import type { AttachmentFacts, UserMark } from '../../lib/resource/traits/element';

const longestSlug = 500;
const slugForm = /^[\p{L}\p{N}_-]+$/u;
const refusal = 'Enter a valid “slug” consisting of Unicode letters, numbers, underscores, or hyphens.';

/** Reads the slug of a page (wiki.md, Wiki page). @throws FieldProblem */
function readSlug(value: unknown): string {
  const slug = readText(value);
  if (slug === '') throw new FieldProblem([messages.required]);
  demandLength(slug, { max: longestSlug });
  if (!slugForm.test(slug)) throw new FieldProblem([refusal]);
  return slug;
}

export const pageFields: Record<string, Field> = {
  project: f.link('projects', { required: true, fixed: true }),
  slug: f.custom('slug', { type: 'string', maxLength: longestSlug }, { required: true, initial: '' }, readSlug),
  content: f.markdown(),
  content_html: f.computed(''),
  owner: f.computed<number | null>(null),
  last_modifier: f.computed<number | null>(null),
  editions: f.computed(1),
  watchers: f.links('users', { keptByPut: true }),
  watches: f.computed<UserMark[]>(() => []),
  attachments: f.computed<AttachmentFacts[]>(() => []),
  total_comments: f.computed(0),
  terms: f.computed<string[]>(() => []),
  words: f.computed(''),
};
