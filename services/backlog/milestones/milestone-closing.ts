import { slicesOf } from '../../../lib/chunks';
import type { Collection, Filter } from '../../../lib/contracts/store';
import { pushChange } from '../../../lib/resource/push';
import type { RestRequest } from '../../../lib/resource/request';
import type { Milestone } from './milestone';

interface Options {
  /** After a deletion a sprint may close but never opens. */
  deletion?: boolean;
}

const batchSize = 200;
const rounds = 5;

/**
 * Closes or opens sprints after something in them changed (milestones.md, Closing by itself). Looks again after it has
 * written, so that the last of several concurrent changes decides.
 */
export async function recloseMilestones(
  request: RestRequest,
  milestones: readonly (number | null)[],
  options: Options = {},
): Promise<void> {
  const ids = [...new Set(milestones)].filter((id) => id !== null);
  for (const batch of slicesOf(ids, batchSize)) await recloseBatch(request, batch, options);
}

async function recloseBatch(request: RestRequest, ids: readonly number[], { deletion = false }: Options): Promise<void> {
  const collection = request.node.store.collection<Milestone>('milestones');
  for (let round = 0; round < rounds; round++) {
    const closed = await closedOf(request, ids);
    const wanted = deletion ? ids.filter((id) => closed.has(id)) : ids;
    if (wanted.length === 0) return;
    const changed = await collection.bulkUpdate(
      wanted.map((id) => ({ filter: { id, closed: { ne: closed.has(id) } }, update: { set: { closed: closed.has(id) } } })),
    );
    if (changed === 0) return;
    await showChanges(request, wanted);
  }
}

async function showChanges(request: RestRequest, ids: readonly number[]): Promise<void> {
  const { node } = request;
  const cards = await node.caches.milestones.many(ids);
  const projects = new Set([...cards.values()].map(({ project }) => project));
  await node.invalidate({ milestones: ids, projectMilestones: [...projects] });
  for (const { id, project } of cards.values()) pushChange(request, { project, type: 'change', matches: 'milestones.milestone', pk: id });
}

/** Which of the sprints hold something, and nothing open. Loose tasks and issues are only looked at where no story is open. */
async function closedOf(request: RestRequest, ids: readonly number[]): Promise<Set<number>> {
  const { store } = request.node;
  const stories = await statesOf(store.collection('userstories'), ids, {});
  const withoutStories = ids.filter((id) => stories.get(id)?.open === 0);
  if (withoutStories.length === 0) return new Set();
  const tasks = await statesOf(store.collection('tasks'), withoutStories, { user_story: null });
  const withoutTasks = withoutStories.filter((id) => tasks.get(id)?.open === 0);
  if (withoutTasks.length === 0) return new Set();
  const found = await request.call('issues.milestoneStates', { milestones: withoutTasks });
  const issues = new Map(found.map((state) => [state.milestone, state]));
  const held = (id: number) => (stories.get(id)?.total ?? 0) + (tasks.get(id)?.total ?? 0) + (issues.get(id)?.total ?? 0);
  return new Set(withoutTasks.filter((id) => (issues.get(id)?.open ?? 0) === 0 && held(id) > 0));
}

interface State {
  total: number;
  open: number;
}

/** How many elements each sprint has, and how many of them are open: counted in one operation. */
async function statesOf(
  collection: Pick<Collection<{ id: number }>, 'counts'>,
  ids: readonly number[],
  filter: Filter,
): Promise<Map<number, State>> {
  const filters = ids.flatMap((milestone) => [
    { ...filter, milestone },
    { ...filter, milestone, is_closed: { ne: true } },
  ]);
  const counts = await collection.counts(filters);
  return new Map(ids.map((id, index) => [id, { total: counts[2 * index] ?? 0, open: counts[2 * index + 1] ?? 0 }]));
}
