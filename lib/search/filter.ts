import type { Filter } from '../contracts/store';
import { foldedWord, type Accents } from './accents';
import type { SearchQuery } from './query';
import { foldedPhraseOf, markedTerm, phraseOf, type SearchFields } from './stored';

/** The filter of a search over the words of documents (misc.md, Search syntax). */
export function searchFilter(query: SearchQuery, fields: SearchFields, accents: Accents = 'count'): Filter {
  switch (query.kind) {
    case 'word':
      return wordFilters[accents](query.word, fields);
    case 'phrase':
      return phraseFilters[accents](query.words, fields);
    case 'and':
      return { and: query.parts.map((part) => searchFilter(part, fields, accents)) };
    case 'or':
      return { or: query.parts.map((part) => searchFilter(part, fields, accents)) };
    case 'not':
      return { not: searchFilter(query.part, fields, accents) };
  }
}

const wordFilters: Record<Accents, (word: string, fields: SearchFields) => Filter> = {
  count: (word, { terms }) => ({ [terms]: { containsPrefix: word } }),
  fold: (word, { terms }) => {
    const folded = foldedWord(word);
    return { or: [folded, markedTerm(folded)].map((prefix) => ({ [terms]: { containsPrefix: prefix } })) };
  },
};

const phraseFilters: Record<Accents, (words: readonly string[], fields: SearchFields) => Filter> = {
  count: (words, fields) => ({
    and: [...words.map((word) => ({ [fields.terms]: { contains: word } })), { [fields.words]: { includes: phraseOf(words) } }],
  }),
  fold: (words, fields) => {
    const folded = words.map(foldedWord);
    return {
      and: [
        ...folded.map((word) => ({ [fields.terms]: { containsAny: [word, markedTerm(word)] } })),
        { or: [phraseOf(folded), foldedPhraseOf(folded)].map((phrase) => ({ [fields.words]: { includes: phrase } })) },
      ],
    };
  },
};
