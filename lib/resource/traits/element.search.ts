import type { Collection, Filter, Store } from '../../contracts/store';
import type { FoundElement, SearchRequest } from '../../contracts/search';
import { searchFilter, titleFilter } from '../../search/filter';
import { parseSearch } from '../../search/query';
import { bestOf, weights, type WeightedText } from '../../search/rank';
import { storedWords } from '../../search/stored';
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

/** How many matches are ranked, so that a word that all have costs no more than one that some have. */
const mostRanked = 1000;

const wordFields = { terms: 'terms', words: 'words' };

/**
 * The documents of a project that fit a search best, at most `limit`, whatever their accents (misc.md, Search); one look-up.
 * Of very many matches those are ranked that have the words in their titles, then the newest.
 */
export async function bestMatches<D extends Searchable>(
  collection: Collection<D>,
  { project, text, limit }: SearchRequest,
  { fields, textsOf }: Ranking<D>,
): Promise<D[]> {
  const query = parseSearch(text);
  // Without words nothing is ranked.
  if (!query) return collection.find({ filter: { project }, fields, sort: ['id'], limit });
  const most = Math.max(mostRanked, limit);
  const conditions = [titleFilter(query, wordFields), searchFilter(query, wordFields, 'fold')];
  const newest = (condition: Filter) => ({ filter: { and: [{ project }, condition] }, sort: ['-id'], limit: most, fields, once: true });
  const { found } = await collection.together(conditions.map(newest), []);
  const matches = new Map(found.flat().map((document) => [document.id, document]));
  return bestOf(query, [...matches.values()].slice(0, most), textsOf, limit, 'fold');
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

/** The words under which an element is found, as it keeps them. */
export const searchWords = ({ subject, tags, ref, description }: Pick<Element, 'subject' | 'tags' | 'ref' | 'description'>) =>
  storedWords([subject, tags.join(' '), String(ref), description], [subject, String(ref)]);

/** What the search shows of epics, tasks and issues. */
export const foundElement = ({ id, ref, subject, status, assigned_to }: Element): FoundElement => ({
  ...{ id, ref, subject, status, assigned_to },
});
