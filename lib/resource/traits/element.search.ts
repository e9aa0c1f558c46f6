import type { Collection, Store } from '../../contracts/store';
import type { FoundElement, SearchRequest } from '../../contracts/search';
import { searchFilter } from '../../search/filter';
import { parseSearch } from '../../search/query';
import { bestOf, weights, type WeightedText } from '../../search/rank';
import type { Document } from '../document';
import type { Element } from './element';

const searched = ['project', 'ref', 'subject', 'tags', 'description', 'status', 'assigned_to'] as const;

/** A document that keeps its search words. */
type Searchable = Document & Pick<Element, 'terms' | 'words'>;

/** What of the documents found is read, and how it ranks. */
interface Ranking<D> {
  fields: readonly string[];
  textsOf(document: D): WeightedText[];
}

/** The documents of a project that fit a search best, at most `limit`, whatever their accents (misc.md, Search); one look-up. */
export async function bestMatches<D extends Searchable>(
  collection: Collection<D>,
  { project, text, limit }: SearchRequest,
  { fields, textsOf }: Ranking<D>,
): Promise<D[]> {
  const query = parseSearch(text);
  const condition = query && searchFilter(query, { terms: 'terms', words: 'words' }, 'fold');
  const found = await collection.find({
    filter: condition ? { and: [{ project }, condition] } : { project },
    fields,
    // Without words nothing is ranked.
    ...(condition ? {} : { sort: ['id'], limit }),
  });
  return bestOf(query, found, textsOf, limit, 'fold');
}

/** The same for elements; `fields` are read too. */
export function bestElements<D extends Element>(
  store: Store,
  collection: string,
  wanted: SearchRequest,
  fields: readonly string[] = [],
): Promise<D[]> {
  return bestMatches<D>(store.collection<D>(collection), wanted, { fields: [...searched, ...fields], textsOf });
}

const textsOf = ({ subject, ref, tags, description }: Element) => [
  { text: `${subject} ${ref}`, weight: weights.first },
  { text: tags.join(' '), weight: weights.second },
  { text: description, weight: weights.third },
];

/** What the search shows of epics, tasks and issues. */
export const foundElement = ({ id, ref, subject, status, assigned_to }: Element): FoundElement => ({
  ...{ id, ref, subject, status, assigned_to },
});
