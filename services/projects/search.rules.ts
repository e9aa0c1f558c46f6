import type { Project } from './documents';

type Searched = Pick<Project, 'name' | 'tags' | 'description'>;

/** Lower-case words of a text, split at everything but letters and digits. */
export const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** Every word under which a project is found. */
export function searchWords({ name, tags, description }: Searched): string[] {
  return [...new Set([name, ...tags, description].flatMap(wordsOf))];
}

/** How well a project matches words: a match in the name weighs most, then one in the tags, then one in the description. */
export function relevance({ name, tags, description }: Searched, words: readonly string[]): number {
  const places: [string[], number][] = [
    [wordsOf(name), 1],
    [tags.flatMap(wordsOf), 0.4],
    [wordsOf(description), 0.2],
  ];
  let sum = 0;
  for (const word of words) {
    for (const [found, weight] of places) sum += weight * found.filter((one) => one.startsWith(word)).length;
  }
  return sum;
}
