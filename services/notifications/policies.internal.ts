import type { ProjectWatching } from '../../lib/contracts/actions';
import type { InternalCall } from '../../mixins/service';
import { addMissing, policiesOf } from './policies';
import { joining, levels } from './policies.rules';

const watches = { ne: levels.none } as const;

/** Two look-ups for any number of projects. */
export async function watching(
  { user, projects }: { user: number | null; projects: number[] },
  { node: { store } }: InternalCall,
): Promise<ProjectWatching[]> {
  const policies = policiesOf(store);
  const [own, totals] = await Promise.all([
    user === null ? [] : policies.find({ filter: { user, project: { in: projects } } }),
    policies.group({ by: 'project', filter: { project: { in: projects }, notify_level: watches } }),
  ]);
  const levelOf = new Map(own.map(({ project, notify_level }) => [project, notify_level]));
  const totalOf = new Map(totals.map(({ key, count }) => [key, count]));
  return projects.map((project) => ({ project, notify_level: levelOf.get(project) ?? null, total_watchers: totalOf.get(project) ?? 0 }));
}

export interface Watch {
  user: number;
  project: number;
  level?: number;
  live_level?: number;
}

export async function watchProject({ user, project, level, live_level }: Watch, { node: { store } }: InternalCall): Promise<void> {
  const set = { ...(level !== undefined && { notify_level: level }), ...(live_level !== undefined && { live_notify_level: live_level }) };
  await addMissing(store, [{ user, project }], { ...joining, ...set });
  if (Object.keys(set).length > 0) await policiesOf(store).updateOne({ user, project }, { set });
}

export async function joinProject(
  { project, users }: { project: number; users: number[] },
  { node: { store } }: InternalCall,
): Promise<void> {
  const pairs = users.map((user) => ({ user, project }));
  await addMissing(store, pairs, joining);
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

export async function removeProject({ project }: { project: number }, { node: { store } }: InternalCall): Promise<void> {
  await policiesOf(store).remove({ project });
}
