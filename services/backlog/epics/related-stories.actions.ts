import { apiError, validationError } from '../../../lib/errors';
import type { Reply } from '../../../lib/contracts/http';
import type { RestAction } from '../../../lib/resource/define';
import { contextFor, forReading, lookup } from '../../../lib/resource/operations/lookup';
import { documentSource, paged, pagedArray } from '../../../lib/resource/pages';
import { isListed } from '../../../lib/resource/permissions';
import { pushChange } from '../../../lib/resource/push';
import { created, noContent, ok, type RestRequest } from '../../../lib/resource/request';
import { viewPermission } from '../../../lib/resource/traits/element';
import { infoHeaders } from '../../../lib/resource/traits/places';
import { traits } from './epic';
import { epics } from './epic.resource';
import { createInEpic } from './related-stories.bulk';
import { placeInEpic } from './related-places';
import { editedOrder, mayModify, mayView, missingRelation, relationToChange, sentRelation, storyInEpic } from './related-stories.rules';
import { changeRelations, inEpic, relatedStory, relationTo, storiesOf } from './relations';

const all = `/${traits.path}/:id/related_userstories`;
const one = `${all}/:story`;

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

const action = (name: string, method: Method, path: string, handler: RestAction['handler']): RestAction => ({
  name: `related.${name}`,
  rest: { method, path },
  access: method === 'GET' ? mayView : mayModify,
  checksAccess: true,
  handler,
});

/** The user stories of an epic (epics.md, Related user stories). */
export const relatedStoryActions: readonly RestAction[] = [
  action('list', 'GET', all, list),
  action('create', 'POST', all, create),
  action('bulkCreate', 'POST', `${all}/bulk_create`, createInEpic),
  action('retrieve', 'GET', one, retrieve),
  action('replace', 'PUT', one, (request) => edit(request, ['epic', 'user_story'])),
  action('patch', 'PATCH', one, (request) => edit(request, [])),
  action('destroy', 'DELETE', one, destroy),
];

/** Like every list it never refuses: of an epic that can't be seen it is empty. */
async function list(request: RestRequest): Promise<Reply> {
  const epic = await lookup(epics, request, request.id);
  const context = epic && (await contextFor(epics, request, epic));
  if (!epic || !context || !isListed(context, request.user, viewPermission(traits.noun))) {
    const { rows, headers } = await pagedArray(request, []);
    return ok(rows, headers);
  }
  const filter = inEpic(epic.id);
  const { rows, headers } = await paged(request, documentSource(storiesOf(request), { filter, sort: ['id'], fields: ['epics'] }));
  return ok(
    rows.map((story) => relatedStory(story, epic.id)),
    headers,
  );
}

async function retrieve(request: RestRequest): Promise<Reply> {
  const story = await storyInEpic(request);
  const epic = request.id;
  if (!story || epic === null) throw missingRelation();
  await forReading(epics, request, mayView);
  return ok(relatedStory(story, epic));
}

async function create(request: RestRequest): Promise<Reply> {
  const { place, story, order } = await sentRelation(request);
  const epic = place.epic.id;
  const relation = await request.node.store.take('related_userstories');
  const after = await changeRelations(request, place, { id: story.id, action: 'create' }, (present) => {
    if (relationTo(present, epic)) throw validationError({ __all__: ['Related user story with this User story and Epic already exists.'] });
    return [...present.epics, { id: epic, order, relation }];
  });
  return created(relatedStory(after, epic));
}

/** PUT and PATCH: only the place can change. */
async function edit(request: RestRequest, wanted: readonly string[]): Promise<Reply> {
  const { epic, context, story } = await relationToChange(request);
  const order = editedOrder(request, wanted);
  const moved = await placeInEpic(request, { epic, context }, story, order);
  const pk = Object.keys(moved).map(Number);
  pushChange(request, { project: context.id, type: 'change', matches: 'epics.relateduserstory', pk });
  const after = await storiesOf(request).findById(story.id);
  if (!after) throw apiError('NOT_FOUND');
  return ok(relatedStory(after, epic.id), infoHeaders('order-updated', JSON.stringify(moved)));
}

async function destroy(request: RestRequest): Promise<Reply> {
  const { story, ...place } = await relationToChange(request);
  await changeRelations(request, place, { id: story.id, action: 'delete' }, (present) =>
    present.epics.filter(({ id }) => id !== place.epic.id),
  );
  return noContent;
}
