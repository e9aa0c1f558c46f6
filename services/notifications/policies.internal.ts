import type { ProjectWatchers } from '../../lib/contracts/notification-actions';
import type { InternalCall } from '../../mixins/service';
import { addMissing, addNew, policiesOf } from './policies';
import { joining, levels } from './policies.rules';

const watches = { ne: levels.none } as const;

/** One look-up for any number of projects. */
export async function watchers({ projects }: { projects: number[] }, { node: { store } }: InternalCall): Promise<ProjectWatchers[]> {
  const found = await policiesOf(store).find({ filter: { project: { in: projects } }, fields: ['project', 'user', 'notify_level'] });
  const cards = new Map(projects.map((id): [number, ProjectWatchers] => [id, { id, levels: {}, total_watchers: 0 }]));
  for (const { project, user, notify_level } of found) {
    const card = cards.get(project);
    if (!card) continue;
    card.levels[user] = notify_level;
    if (notify_level !== levels.none) card.total_watchers++;
  }
  return [...cards.values()];
}

export interface Watch {
  user: number;
  project: number;
  level?: number;
  live_level?: number;
}

export async function watchProject({ user, project, level, live_level }: Watch, { node }: InternalCall): Promise<void> {
  const set = { ...(level !== undefined && { notify_level: level }), ...(live_level !== undefined && { live_notify_level: live_level }) };
  await addMissing(node, [{ user, project }], { ...joining, ...set });
  if (Object.keys(set).length === 0) return;
  await policiesOf(node.store).updateOne({ user, project }, { set });
  await node.invalidate({ projectWatchers: [project] });
}

export async function joinProject({ project, users }: { project: number; users: number[] }, { node }: InternalCall): Promise<void> {
  const pairs = users.map((user) => ({ user, project }));
  await addNew(node, pairs, joining);
}

export async function projectWatchers({ project }: { project: number }, { node: { store } }: InternalCall): Promise<number[]> {
  const watchers = await policiesOf(store).distinct('user', { project, notify_level: watches });
  return watchers.filter((user) => typeof user === 'number');
}

export async function watchedProjects(
  { user }: { user: number },
  { node: { store } }: InternalCall,
): Promise<{ project: number; since: string }[]> {
  const found = await policiesOf(store).find({ filter: { user, notify_level: watches }, sort: ['-created_at', '-id'] });
  return found.map(({ project, created_at }) => ({ project, since: created_at }));
}

export async function removeProject({ project }: { project: number }, { node }: InternalCall): Promise<void> {
  await policiesOf(node.store).remove({ project });
  await node.invalidate({ projectWatchers: [project] });
}
