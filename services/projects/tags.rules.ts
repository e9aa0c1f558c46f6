import type { TagColor } from '../../lib/contracts/project-context';
import { FieldProblem } from '../../lib/resource/fields';

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
