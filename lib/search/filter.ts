import type { Filter } from '../contracts/store';
import { foldedWord, type Accents } from './accents';
import type { SearchQuery } from './query';
import { foldedPhraseOf, markedTerm, phraseOf, titleTerm, type SearchFields } from './stored';

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

/** The filter of a search, accents folded, whose words all stand in titles of the documents; what is behind a `not` may stand anywhere. */
export function titleFilter(query: SearchQuery, fields: SearchFields): Filter {
  const found = (query: SearchQuery): Filter => searchFilter(query, fields, 'fold');
  switch (query.kind) {
    case 'word':
      return { [fields.terms]: { containsPrefix: titleTerm(foldedWord(query.word)) } };
    case 'phrase':
      return { and: [...query.words.map((word) => ({ [fields.terms]: { contains: titleTerm(foldedWord(word)) } })), found(query)] };
    case 'not':
      return found(query);
    default:
      return { [query.kind]: query.parts.map((part) => titleFilter(part, fields)) };
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
