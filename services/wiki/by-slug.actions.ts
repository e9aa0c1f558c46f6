import { notFound } from '../../lib/errors';
import type { Reply } from '../../lib/contracts/http';
import { can, demand } from '../../lib/resource/access';
import type { RestAction } from '../../lib/resource/define';
import { answerDetail } from '../../lib/resource/operations/answer';
import { collectionOf } from '../../lib/resource/operations/lookup';
import type { RestRequest } from '../../lib/resource/request';
import { pages } from './page.resource';

const view = can('view_wiki_pages');

/** `GET /wiki/by_slug?slug=&project=`. */
export const bySlug: RestAction = {
  name: 'bySlug',
  rest: { method: 'GET', path: '/wiki/by_slug' },
  access: view,
  checksAccess: true,
  handler: pageBySlug,
};

async function pageBySlug(request: RestRequest): Promise<Reply> {
  const { slug } = request.query;
  const context = await request.context(request.integerInQuery('project'));
  const page = context && slug ? await collectionOf(pages, request).findOne({ project: context.id, slug }) : null;
  if (!page) throw notFound(pages.title);
  demand(view, { user: request.user, context, document: page, body: {} });
  return answerDetail(pages, request, page, 200);
}
