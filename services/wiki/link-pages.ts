import { apiErrorOf } from '../../lib/errors';
import { contextOf, followingDraft, type Draft } from '../../lib/resource/draft';
import { insertDraft, newDocument } from '../../lib/resource/operations/create';
import { collectionOf } from '../../lib/resource/operations/lookup';
import { hasPermission } from '../../lib/resource/permissions';
import type { RestRequest } from '../../lib/resource/request';
import { nextFreeSlug, slugOrNull } from '../../lib/text/slug';
import { collectionName, type Link } from './link';
import { pages } from './page.resource';

/** Leaves room in a page's slug for the suffix that makes it unique. */
const longestHref = 480;

/** The slug of a link's title, with a suffix when another link of the project has it. */
export async function freeHref(request: RestRequest, { project, title }: Link): Promise<string> {
  const base = slugOrNull(title).slice(0, longestHref);
  const others = await request.node.store
    .collection<Link>(collectionName)
    .find({ filter: { project, href: { prefix: base } }, fields: ['href'] });
  return nextFreeSlug(base, new Set(others.map(({ href }) => href)));
}

/** A new link brings an empty page of its name along, where there is none and the requester may add it. */
export async function makePage(link: Draft<Link>): Promise<void> {
  const { request } = link;
  const { project, href: slug } = link.after;
  const context = contextOf(link);
  if (!hasPermission(context, request.user, 'add_wiki_page')) return;
  if (await collectionOf(pages, request).findOne({ project, slug }, { fields: ['id'] })) return;
  const user = request.user?.id ?? null;
  const after = newDocument(pages, { project, slug, owner: user, last_modifier: user });
  try {
    await insertDraft(pages, followingDraft({ request, before: null, after, context }));
  } catch (error) {
    // Somebody else made the page meanwhile.
    if (apiErrorOf(error)?.status !== 400) throw error;
  }
}
