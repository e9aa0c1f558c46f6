import { apiError } from '../../../lib/errors';
import type { Reply } from '../../../lib/contracts/http';
import { demand, demandWritable } from '../../../lib/resource/access';
import { contextFor, lookup } from '../../../lib/resource/operations/lookup';
import { created, type RestRequest } from '../../../lib/resource/request';
import { BulkBody } from '../../../lib/resource/traits/bulk-body';
import { createLines } from '../../../lib/resource/traits/bulk.actions';
import { linesOf } from '../../../lib/resource/traits/bulk-checks';
import { placeInOrder } from '../userstories/userstory-bulk.rules';
import type { UserStory } from '../userstories/userstory';
import { userStories } from '../userstories/userstory.resource';
import { epics } from './epic.resource';
import { progressChanged } from './epic-progress';
import { mayModify } from './related-stories.rules';
import { inEpic, relatedStory, relationUpdate, storiesOf, type EpicPlace } from './relations';

/** Makes a story of each line in the project sent and relates it to the epic; answers with all stories of the epic. */
export async function createInEpic(request: RestRequest): Promise<Reply> {
  const bulk = new BulkBody(request);
  await bulk.project();
  const subjects = linesOf(bulk.text('bulk_userstories'));
  const { id: project } = bulk.permitted(mayModify);
  const place = await epicOfPath(request);
  const stories = await createLines(userStories, request, { subjects, values: { project }, place: placeInOrder });
  await relate(request, place, stories);
  const all = await storiesOf(request).find({ filter: inEpic(place.epic.id), sort: ['id'], fields: ['epics'] });
  return created(all.map((story) => relatedStory(story, place.epic.id)));
}

/** The epic may be of another project than the stories: the permission counts in both. */
async function epicOfPath(request: RestRequest): Promise<EpicPlace> {
  const epic = await lookup(epics, request, request.id);
  const context = epic && (await contextFor(epics, request, epic));
  if (!epic || !context) throw apiError('NOT_FOUND');
  demand(mayModify, { user: request.user, context, document: epic, body: {} });
  demandWritable(context);
  return { epic, context };
}

/** Relates new stories to the epic, behind all others, with one write. */
async function relate(request: RestRequest, place: EpicPlace, stories: readonly UserStory[]): Promise<void> {
  if (stories.length === 0) return;
  const order = Date.now();
  const relation = await request.node.store.take('related_userstories', stories.length);
  const changes = await Promise.all(
    stories.map((story, index) => {
      const related = [{ id: place.epic.id, order: order + index, relation: relation + index }];
      return relationUpdate(request, place, { story, epics: related, action: 'create' });
    }),
  );
  await storiesOf(request).bulkUpdate(changes.map(({ bulk }) => bulk));
  await progressChanged(request, [place.epic.id]);
  const delivered = changes.map(({ entry }, index) => ({ document: stories[index]?.id ?? 0, entries: entry ? [entry] : [] }));
  await request.node.changes.deliverAll('userstories', delivered, request.call);
}
