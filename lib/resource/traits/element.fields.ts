import { FieldProblem, f, readText } from '../fields';
import type { ElementTraits, AttachmentFacts, UserMark } from './element';

const colour = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i;

/** A tag as sent: its name in lower case and a colour for the project, if one came with it. */
export type SentTag = [name: string, color: string | null];

const tagReasons = {
  form: 'It must be the name or a pair of the name and a HEX color or null.',
  colour: 'The color is not a valid HEX color or null.',
};

function readTag(value: unknown): SentTag {
  const [name, color, ...rest] = (Array.isArray(value) ? value : [value, null]) as unknown[];
  const refused = (reason: string) => new FieldProblem([`Invalid tag '${JSON.stringify(value)}'. ${reason}`]);
  if (typeof name !== 'string' || rest.length > 0) throw refused(tagReasons.form);
  const text = readText(name).toLowerCase();
  if (text === '') throw refused(tagReasons.form);
  if (color !== null && color !== '' && (typeof color !== 'string' || !colour.test(color))) throw refused(tagReasons.colour);
  return [text, typeof color === 'string' && color !== '' ? color : null];
}

/** Reads tags: names or pairs with a colour, mixed (conventions.md §11). @throws FieldProblem */
export function readTags(value: unknown): SentTag[] {
  if (value === null || value === '') return [];
  const list = typeof value === 'string' ? listInForm(value) : value;
  if (!Array.isArray(list)) throw new FieldProblem(['Invalid tags: a list is expected.']);
  const tags = new Map<string, SentTag>();
  for (const tag of list.map(readTag)) if (!tags.has(tag[0])) tags.set(tag[0], tag);
  return [...tags.values()];
}

/** In form bodies a list comes as JSON text. */
function listInForm(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

/** Fields that every element has; `watchers` is only read, see `watches`. */
export function elementFields(traits: ElementTraits) {
  return {
    project: f.link('projects', { required: true }),
    subject: f.text({ required: true, max: 500 }),
    description: f.markdown(),
    description_html: f.computed(''),
    status: f.link(traits.statuses),
    is_closed: f.computed(false),
    assigned_to: f.link('users'),
    owner: f.computed<number | null>(null),
    tags: f.custom<string[]>('tags', { type: 'array' }, { initial: () => [] }, (value) => readTags(value).map(([name]) => name)),
    is_blocked: f.boolean(),
    blocked_note: f.markdown(),
    blocked_note_html: f.computed(''),
    external_reference: f.json(),
    watchers: f.links('users', { keptByPut: true }),
    watches: f.computed<UserMark[]>(() => []),
    votes: f.computed<UserMark[]>(() => []),
    total_voters: f.computed(0),
    attachments: f.computed<AttachmentFacts[]>(() => []),
    total_comments: f.computed(0),
    custom_values: f.computed<Record<string, unknown>>(() => ({})),
    custom_version: f.computed(1),
    terms: f.computed<string[]>(() => []),
    words: f.computed(''),
    ...(traits.dueDates ? { due_date: f.date(), due_date_reason: f.text() } : {}),
  };
}
