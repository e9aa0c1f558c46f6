import type { Store } from '../../contracts/store';
import type { FoundElement, SearchRequest } from '../../contracts/search';
import { searchFilter } from '../../search/filter';
import { parseSearch } from '../../search/query';
import { bestOf, weights } from '../../search/rank';
import type { Element } from './element';

const searched = ['project', 'ref', 'subject', 'tags', 'description', 'status', 'assigned_to'] as const;

/** The elements of a project that fit a search best, at most `limit` (misc.md, Search); one look-up. */
export async function bestElements<D extends Element>(
  store: Store,
  collection: string,
  { project, text, limit }: SearchRequest,
  fields: readonly string[] = [],
): Promise<D[]> {
  const query = parseSearch(text);
  const condition = query && searchFilter(query, { terms: 'terms', words: 'words' });
  const found = await store.collection<D>(collection).find({
    filter: condition ? { and: [{ project }, condition] } : { project },
    fields: [...searched, ...fields],
    // Without words nothing is ranked.
    ...(condition ? {} : { sort: ['id'], limit }),
  });
  return bestOf(query, found, textsOf, limit);
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
