import type { Filter } from '../contracts/store';
import type { SearchQuery } from './query';

/** Where a document keeps its words. */
export interface SearchFields {
  /** Array of its different words, indexed: words are looked for by their beginning. */
  terms: string;
  /** All its words in order, each between blanks, for phrases. */
  words: string;
}

/** The filter of a search over the words of documents (misc.md, Search syntax). */
export function searchFilter(query: SearchQuery, fields: SearchFields): Filter {
  switch (query.kind) {
    case 'word':
      return { [fields.terms]: { containsPrefix: query.word } };
    case 'phrase':
      return {
        and: [
          ...query.words.map((word) => ({ [fields.terms]: { contains: word } })),
          { [fields.words]: { includes: spaced(query.words) } },
        ],
      };
    case 'and':
      return { and: query.parts.map((part) => searchFilter(part, fields)) };
    case 'or':
      return { or: query.parts.map((part) => searchFilter(part, fields)) };
    case 'not':
      return { not: searchFilter(query.part, fields) };
  }
}

/** Words as {@link SearchFields} `words` keeps them. */
export const spaced = (words: readonly string[]) => ` ${words.join(' ')} `;
