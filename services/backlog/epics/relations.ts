import type { ChangeAction, ChangeEntry } from '../../../lib/contracts/changes';
import type { ProjectContext } from '../../../lib/contracts/project-context';
import type { Store } from '../../../lib/contracts/store';
import { apiError } from '../../../lib/errors';
import { changeEntry } from '../../../lib/resource/changes';
import type { HistoryDeclaration } from '../../../lib/resource/define';
import type { Document } from '../../../lib/resource/document';
import type { RestRequest } from '../../../lib/resource/request';
import type { EpicRelation, UserStory } from '../userstories/userstory';
import type { Epic } from './epic';
import { progressChanged } from './epic-progress';

/** A user story in an epic, as clients read it. */
export interface RelatedStory {
  epic: number;
  user_story: number;
  order: number;
}

/** The same as the history sees it; its id is the relation's. */
type Relation = Document & RelatedStory;

/** An epic and the project that decides who may change it. */
export interface EpicPlace {
  epic: Epic;
  context: ProjectContext;
}

const attempts = 50;

export const storiesOf = (request: RestRequest) => request.node.store.collection<UserStory>('userstories');

/** The stories of an epic. */
export const inEpic = (epic: number) => ({ epic_ids: { contains: epic } });

/** @returns the relation of a story to an epic, if there is one. */
export const relationTo = (story: Pick<UserStory, 'epics'>, epic: number): EpicRelation | undefined =>
  story.epics.find(({ id }) => id === epic);

/** @returns what clients read of a story's relation to an epic. */
export const relatedStory = (story: Pick<UserStory, 'id' | 'epics'>, epic: number): RelatedStory => ({
  epic,
  user_story: story.id,
  order: relationTo(story, epic)?.order ?? 0,
});

/** What a story keeps of its relations. */
export const relationFields = (epics: readonly EpicRelation[]) => ({
  epics,
  epic_ids: epics.length === 0 ? null : epics.map(({ id }) => id),
});

/** Relations have entries in the log of changes, though no history that clients read (history.md). */
const historyOf = (story: UserStory, { epic }: EpicPlace, project: ProjectContext | null): HistoryDeclaration<Relation> => ({
  kind: 'relateduserstory',
  freeze: ({ epic: epicId, user_story, order }) => ({ user_story, epic: epicId, order }),
  hidden: [],
  users: [],
  names: () => ({}),
  related: ({ id }) =>
    Promise.resolve({
      relateduserstory: { id, subject: story.subject },
      epic: { id: epic.id, ref: epic.ref, subject: epic.subject },
      userstory: {
        ...{ id: story.id, ref: story.ref, subject: story.subject },
        project: project && { id: project.id, slug: project.slug, name: project.name, description: project.description },
      },
    }),
});

/** How the relations of one story change. */
export interface RelationChange {
  story: UserStory;
  epics: readonly EpicRelation[];
  action: ChangeAction;
}

/** The write of a change, with its entry in the same update; it fails when the relations have changed meanwhile. */
export async function relationUpdate(request: RestRequest, place: EpicPlace, { story, epics, action }: RelationChange) {
  const project = await request.context(story.project);
  const before = relationOf(place.epic.id, story.id, story.epics);
  const after = relationOf(place.epic.id, story.id, epics) ?? before;
  const entry =
    after &&
    (await changeEntry({
      history: historyOf(story, place, project),
      request,
      action,
      before: before ?? null,
      after,
      context: place.context,
    }));
  const filter = { id: story.id, epics_version: story.epics_version };
  const outbox = entry ? { push: { outbox: [entry] } } : {};
  const inc = { epics_version: 1, ...(entry ? { outbox_count: 1 } : {}) };
  return { entry: entry ?? null, bulk: { filter, update: { set: relationFields(epics), ...outbox, inc } } };
}

function relationOf(epic: number, story: number, epics: readonly EpicRelation[]): Relation | undefined {
  const found = epics.find(({ id }) => id === epic);
  return found && { id: found.relation, epic, user_story: story, order: found.order };
}

/**
 * Changes the relations of one story.
 * @param change gives the new relations from the present ones; may throw
 * @returns the story after it. @throws 404 when the story is gone, 503
 */
export async function changeRelations(
  request: RestRequest,
  place: EpicPlace,
  { id, action }: { id: number; action: ChangeAction },
  change: (story: UserStory) => readonly EpicRelation[],
): Promise<UserStory> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const story = await storiesOf(request).findById(id);
    if (!story) throw apiError('NOT_FOUND');
    const { bulk, entry } = await relationUpdate(request, place, { story, epics: change(story), action });
    const after = await storiesOf(request).findOneAndUpdate(bulk.filter, bulk.update);
    if (!after) continue;
    await progressChanged(request, [place.epic.id]);
    await deliver(request, id, entry);
    return after;
  }
  throw apiError('UNAVAILABLE');
}

/** Brings a stored entry on its way. */
async function deliver(request: RestRequest, story: number, entry: ChangeEntry | null): Promise<void> {
  if (entry) await request.node.changes.deliver('userstories', story, [entry], request.call);
}

/** Takes epics that are gone out of all their stories, whatever else changes these relations meanwhile. */
export async function leaveEpics(store: Store, epics: readonly number[]): Promise<void> {
  const stories = store.collection<UserStory>('userstories');
  const gone = new Set(epics);
  for (let attempt = 0; attempt < attempts; attempt++) {
    const found = await stories.find({ filter: { epic_ids: { containsAny: epics } }, fields: ['epics', 'epics_version'] });
    if (found.length === 0) return;
    const updates = found.map(({ id, epics: relations, epics_version }) => ({
      filter: { id, epics_version },
      update: { set: relationFields(relations.filter((relation) => !gone.has(relation.id))), inc: { epics_version: 1 } },
    }));
    await stories.bulkUpdate(updates);
  }
}
