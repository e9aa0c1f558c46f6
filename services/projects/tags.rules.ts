import type { TagColor } from '../../lib/contracts/project-context';
import type { FieldErrors } from '../../lib/resource/define';
import { FieldProblem, messages } from '../../lib/resource/fields';

const colourPattern = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i;

/** Whether a text is `#rgb` or `#rrggbb`. */
export const isColour = (value: unknown): value is string => typeof value === 'string' && colourPattern.test(value);

/** Names of the project's own tags: a list of texts, stored in lower case, without repetitions (projects.md §2). */
export function readTagNames(value: unknown): string[] {
  if (value === null || value === '') return [];
  if (!Array.isArray(value)) throw new FieldProblem(['Enter a list of tags.']);
  const names = value.map((item) => {
    if (typeof item !== 'string' || item === '')
      throw new FieldProblem([`Invalid tag '${JSON.stringify(item)}'. It must be the tag name.`]);
    return item.toLowerCase();
  });
  return [...new Set(names)];
}

/** `[[name, colour or null], …]` or `{name: colour or null}`; names in lower case, the last colour of a name counts. */
export function readTagsColors(value: unknown): TagColor[] {
  if (value === null || value === '') return [];
  const pairs: unknown = typeof value === 'object' && !Array.isArray(value) ? Object.entries(value as object) : value;
  if (!Array.isArray(pairs) || !pairs.every(isTagColour)) throw new FieldProblem(['Enter a list of pairs of a tag and its colour.']);
  return [...new Map(pairs.map(([name, colour]) => [name.toLowerCase(), colour]))];
}

function isTagColour(pair: unknown): pair is TagColor {
  if (!Array.isArray(pair) || pair.length !== 2) return false;
  const [name, colour] = pair as [unknown, unknown];
  return typeof name === 'string' && name !== '' && (colour === null || isColour(colour));
}

/** The tags with those added that aren't among them. */
export function withNewTags(known: readonly TagColor[], added: readonly TagColor[]): TagColor[] {
  const names = new Set(known.map(([name]) => name));
  const tags = [...known];
  for (const [name, colour] of added) {
    if (!names.has(name)) tags.push([name, colour]);
    names.add(name);
  }
  return tags;
}

/** The tags without some. */
export const without = (tags: readonly TagColor[], removed: readonly string[]): TagColor[] =>
  tags.filter(([name]) => !removed.includes(name));

/** A tag with its new name and colour. */
export interface TagEdit {
  from: string;
  to: string;
  color: string | null;
}

/** The edited tag goes to the end. */
export function renamed(tags: readonly TagColor[], { from, to, color }: TagEdit): TagColor[] {
  return [...without(tags, [from, to]), [to, color]];
}

const alreadyThere = ['This tag already exists.'];
const notThere = ["The tag doesn't exist."];
const knows = (tags: readonly TagColor[], name: string) => tags.some(([known]) => known === name);

type Body = Record<string, unknown>;

/** Arguments of create_tag and what is wrong with them; names are compared in lower case. */
export function readCreatedTag(body: Body, tags: readonly TagColor[]): { tag: TagColor; errors: FieldErrors } {
  const errors: FieldErrors = {};
  const name = readName(body, 'tag', errors);
  if (name !== '' && knows(tags, name)) errors.tag = alreadyThere;
  return { tag: [name, readColour(body, errors) ?? null], errors };
}

export function readEditedTag(body: Body, tags: readonly TagColor[]): { edit: TagEdit; errors: FieldErrors } {
  const errors: FieldErrors = {};
  const from = readKnownName(body, 'from_tag', tags, errors);
  const renames = body.to_tag !== undefined && body.to_tag !== null;
  const to = renames ? readName(body, 'to_tag', errors) : from;
  if (renames && knows(tags, to)) errors.to_tag = alreadyThere;
  const color = readColour(body, errors);
  const kept = tags.find(([name]) => name === from)?.[1] ?? null;
  return { edit: { from, to, color: color === undefined ? kept : color }, errors };
}

export function readDeletedTag(body: Body, tags: readonly TagColor[]): { tag: string; errors: FieldErrors } {
  const errors: FieldErrors = {};
  return { tag: readKnownName(body, 'tag', tags, errors), errors };
}

export function readMixedTags(body: Body, tags: readonly TagColor[]): { from: string[]; to: string; errors: FieldErrors } {
  const errors: FieldErrors = {};
  const list = body.from_tags;
  const from = Array.isArray(list) && list.every((name) => typeof name === 'string') ? list.map((name) => name.toLowerCase()) : [];
  if (list === undefined || list === null || list === '') errors.from_tags = [messages.required];
  else if (!Array.isArray(list) || from.length < list.length) errors.from_tags = ['Enter a list of values.'];
  else if (!from.every((name) => knows(tags, name))) errors.from_tags = notThere;
  return { from, to: readKnownName(body, 'to_tag', tags, errors), errors };
}

function readKnownName(body: Body, key: string, tags: readonly TagColor[], errors: FieldErrors): string {
  const name = readName(body, key, errors);
  if (name !== '' && !knows(tags, name)) errors[key] = notThere;
  return name;
}

function readName(body: Body, key: string, errors: FieldErrors): string {
  const value = body[key];
  if (typeof value === 'string' && value !== '') return value.toLowerCase();
  errors[key] = value === undefined || value === null || value === '' ? [messages.required] : ['Not a valid string.'];
  return '';
}

/** Undefined when none was sent. */
function readColour(body: Body, errors: FieldErrors): string | null | undefined {
  const { color } = body;
  if (color === undefined) return undefined;
  if (color === null || color === '') return null;
  if (isColour(color)) return color;
  errors.color = ['The color is not a valid HEX color.'];
  return null;
}
