import type { FoundPage, SearchRequest } from '../../lib/contracts/search';
import type { Store } from '../../lib/contracts/store';
import { portableActions } from '../../lib/resource/portable';
import { RestRequest } from '../../lib/resource/request';
import { elementFacts, keepAttachments } from '../../lib/resource/traits/attachments';
import { countCommentsOf, forgetWatchers } from '../../lib/resource/traits/element.internal';
import { documentsOf } from '../../lib/resource/traits/element.outside';
import { bestMatches } from '../../lib/resource/traits/element.search';
import { weights } from '../../lib/search/rank';
import type { InternalHandlers } from '../../mixins/service';
import { links } from './link.resource';
import { collectionName, type Page } from './page';
import { pages } from './page.resource';
import { portables } from './portable';

const pagesOf = (store: Store) => store.collection<Page>(collectionName);

/** What other services ask of the wiki. */
export const internal: InternalHandlers<'wiki'> = {
  async pageBySlug({ project, slug }, { node }) {
    return (await pagesOf(node.store).findOne({ project, slug }, { fields: ['id'] }))?.id ?? null;
  },
  search: (wanted, { node }) => foundPages(node.store, wanted),
  commentsCounted: (counted, { node }) => countCommentsOf(pagesOf(node.store), counted),
  elementFacts: (element, { node }) =>
    element.kind === 'wikipage' ? elementFacts(node.store, collectionName, element) : Promise.resolve(null),
  attachmentsChanged: (change, call) =>
    keepAttachments(pages, RestRequest.inside(call), change, ({ editions }) => ({ editions: editions + 1 })),
  documents: async ({ kind, ids }, { node }) => (kind === 'wikipage' ? documentsOf(node.store, collectionName, ids) : []),
  membersLeft: ({ left }, { node }) => forgetWatchers(node.store, [collectionName], left),
  ...portableActions(portables),
  async removeProject({ project }, { node }) {
    await pagesOf(node.store).remove({ project });
    await node.store.collection(links.collection).remove({ project });
  },
};

async function foundPages(store: Store, wanted: SearchRequest): Promise<FoundPage[]> {
  const textsOf = ({ slug, content }: Page) => [
    { text: slug, weight: weights.first },
    { text: content, weight: weights.second },
  ];
  const found = await bestMatches(pagesOf(store), wanted, { fields: ['slug', 'content'], textsOf });
  return found.map(({ id, slug }) => ({ id, slug }));
}
