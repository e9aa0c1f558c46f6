import type { SettingRemoval } from '../../../lib/contracts/setting-actions';
import type { ProjectContext, RoleCard } from '../../../lib/contracts/project-context';
import type { BulkUpdate, Filter } from '../../../lib/contracts/store';
import type { RestRequest } from '../../../lib/resource/request';
import { equalJson } from '../../../lib/resource/values';
import { completedPoints, unestimated } from './points.rules';
import { closeStories } from './userstory-closing';
import type { UserStory } from './userstory';

const storiesOf = (request: RestRequest) => request.node.store.collection<UserStory>('userstories');
const batchSize = 500;

/** The place of each swimlane; stories without one come first. */
const lanePlaces = (context: ProjectContext | null) =>
  new Map<number | null, number>([
    [null, -1],
    ...(context?.settings.swimlanes ?? []).map(({ id }, index) => [id, index] as [number | null, number]),
  ]);

/** Stories of a deleted status come after those of the status that takes its place, lane by lane (project-settings.md §3). */
export async function storiesLeaveStatus(request: RestRequest, { project, id, moveTo }: SettingRemoval): Promise<void> {
  const collection = storiesOf(request);
  const context = await request.context(project);
  const places = lanePlaces(context);
  const [last] = await collection.find({
    filter: { project, status: moveTo },
    sort: ['-kanban_order'],
    limit: 1,
    fields: ['kanban_order'],
  });
  const moved = await collection.find({ filter: { project, status: id }, sort: ['kanban_order', 'id'], fields: ['swimlane'] });
  const sorted = [...moved].sort((left, right) => (places.get(left.swimlane) ?? 0) - (places.get(right.swimlane) ?? 0));
  const first = (last?.kanban_order ?? 0) + 1;
  await collection.bulkUpdate(
    sorted.map((story, index) => ({
      filter: { id: story.id, status: id },
      update: { set: { status: moveTo, kanban_order: first + index } },
    })),
  );
  await closeStories(
    request,
    moved.map((story) => story.id),
  );
}

/** Stories of a deleted swimlane come after those of the one named; the whole board is numbered anew (project-settings.md §6). */
export async function storiesLeaveSwimlane(request: RestRequest, { project, id, moveTo }: SettingRemoval): Promise<void> {
  const collection = storiesOf(request);
  if (moveTo === null) {
    await collection.updateMany({ project, swimlane: id }, { set: { swimlane: null } });
    return;
  }
  const places = lanePlaces(await request.context(project));
  const all = await collection.find({ filter: { project }, sort: ['kanban_order', 'id'], fields: ['swimlane', 'kanban_order'] });
  const place = ({ swimlane }: UserStory) => (swimlane === id ? (places.get(moveTo) ?? 0) + 0.5 : (places.get(swimlane) ?? 0));
  const sorted = [...all].sort((left, right) => place(left) - place(right));
  const updates = sorted.flatMap((story, index) => {
    const swimlane = story.swimlane === id ? moveTo : story.swimlane;
    if (story.kanban_order === index + 1 && swimlane === story.swimlane) return [];
    return [{ filter: { id: story.id }, update: { set: { swimlane, kanban_order: index + 1 } } }];
  });
  await collection.bulkUpdate(updates);
}

/** Deleted points are replaced in every role. */
export async function storiesReplacePoints(request: RestRequest, { project, id, moveTo }: SettingRemoval): Promise<void> {
  const context = await request.context(project);
  for (const role of context?.roles ?? []) {
    const key = `points.${role.id}`;
    await storiesOf(request).updateMany({ project, [key]: id }, moveTo === null ? { unset: [key] } : { set: { [key]: moveTo } });
  }
}

/** The first swimlane takes all stories of its project. */
export async function storiesEnterSwimlane(request: RestRequest, project: number, swimlane: number): Promise<void> {
  await storiesOf(request).updateMany({ project }, { set: { swimlane } });
}

/**
 * Every story gets points for exactly the computable roles; those that it lacks are unestimated (memberships.md §8).
 * @param gone whether entries may be left of roles that aren't there any more, for which every story is looked at
 */
export async function completePoints(request: RestRequest, project: number, gone: boolean): Promise<void> {
  const context = await contextWithUnestimated(request, project);
  if (!context) return;
  const collection = storiesOf(request);
  const unknown = { ...context, defaults: { ...context.defaults, default_points: unestimated(context) } };
  let updates = [];
  const filter = gone ? { project } : { project, or: context.roles.map(unlikeRole) };
  for await (const { id, points } of collection.stream({ filter, fields: ['points'] })) {
    const completed = completedPoints({}, points, unknown);
    if (equalJson(completed, points)) continue;
    updates.push(completion(id, points, completed));
    if (updates.length < batchSize) continue;
    await collection.bulkUpdate(updates);
    updates = [];
  }
  if (updates.length > 0) await collection.bulkUpdate(updates);
}

/** Holds for stories that lack points of a computable role, or have some of another. */
const unlikeRole = ({ id, computable }: RoleCard): Filter => ({ [`points.${id}`]: { missing: computable } });

/** Writes what differs alone, unless somebody estimated meanwhile: that completes the points as well. */
function completion(id: number, points: UserStory['points'], completed: UserStory['points']): BulkUpdate {
  const added = Object.keys(completed).filter((role) => !(role in points));
  const dropped = Object.keys(points).filter((role) => !(role in completed));
  return {
    filter: { id, ...Object.fromEntries(added.map((role) => [`points.${role}`, { missing: true }])) },
    update: {
      set: Object.fromEntries(added.map((role) => [`points.${role}`, completed[role]])),
      unset: dropped.map((role) => `points.${role}`),
    },
  };
}

/** The project's context, with points named `?` made when it has none without value and a story needs them. */
async function contextWithUnestimated(request: RestRequest, project: number): Promise<ProjectContext | null> {
  const context = await request.context(project);
  if (!context || unestimated(context) !== null || !context.roles.some(({ computable }) => computable)) return context;
  if ((await storiesOf(request).findOne({ project }, { fields: ['id'] })) === null) return context;
  const values = { name: '?', order: 0, value: null };
  await request.call('projects.addSetting', { kind: 'points', project, values });
  return request.context(project);
}
