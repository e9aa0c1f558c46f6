import { foldedWord, type Accents } from './accents';
import { wordsOf, type SearchQuery } from './query';

/** A text and how much a match in it counts (misc.md, Search). */
export interface WeightedText {
  text: string;
  weight: number;
}

/** Weights of the places of a document, from the best to the least. */
export const weights = { first: 1, second: 0.4, third: 0.2 } as const;

/** How well texts fit a search: the sum over its words of the weights where they occur, repetitions counting less and less. */
export function rank(query: SearchQuery | null, texts: readonly WeightedText[], accents: Accents = 'count'): number {
  const read = (words: readonly string[]) => (accents === 'fold' ? words.map(foldedWord) : words);
  const prefixes = read(wantedWords(query));
  let sum = 0;
  for (const { text, weight } of texts) {
    const words = read(wordsOf(text));
    for (const prefix of prefixes) {
      const occurrences = words.filter((word) => word.startsWith(prefix)).length;
      // 1 + 1/4 + 1/9 + …: bounded, so that repeating a word in a lesser place never outweighs a better place.
      for (let nth = 1; nth <= Math.min(occurrences, longestCount); nth++) sum += weight / (nth * nth);
    }
  }
  return sum;
}

const longestCount = 20;

/** The words that a document gains by; those behind a `not` don't count. */
function wantedWords(query: SearchQuery | null): string[] {
  if (query === null) return [];
  switch (query.kind) {
    case 'word':
      return [query.word];
    case 'phrase':
      return query.words;
    case 'not':
      return [];
    default:
      return query.parts.flatMap(wantedWords);
  }
}

/** Those that fit best, at most `limit`; among equals the order stays. */
export function bestOf<Item>(
  query: SearchQuery | null,
  items: readonly Item[],
  texts: (item: Item) => WeightedText[],
  limit: number,
  accents: Accents = 'count',
): Item[] {
  if (query === null) return items.slice(0, limit);
  return items
    .map((item) => ({ item, score: rank(query, texts(item), accents) }))
    .sort((left, right) => right.score - left.score)
    .slice(0, limit)
    .map(({ item }) => item);
}
