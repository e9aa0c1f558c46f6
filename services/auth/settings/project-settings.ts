import type { NodeTools } from '../../../lib/contracts/node';
import type { UserHomepages } from '../../../lib/contracts/account-actions';
import type { Collection, CollectionDeclaration } from '../../../lib/contracts/store';
import { storedUnlessDuplicate } from '../../../lib/store/duplicates';
import { timeline } from './sections.rules';

/** What a user has set for a project (users.md §10). */
export interface ProjectSettings {
  id: number;
  user: number;
  project: number;
  homepage: number;
}

export const projectSettingsCollection: CollectionDeclaration = {
  name: 'user_project_settings',
  indexes: [{ fields: ['user', 'project'], unique: true }, { fields: ['project'] }],
};

export const projectSettingsOf = (node: Pick<NodeTools, 'store'>): Collection<ProjectSettings> =>
  node.store.collection<ProjectSettings>(projectSettingsCollection.name);

/** A user's settings for these projects; those that don't exist yet are made. */
export async function settingsFor(node: NodeTools, user: number, projects: readonly number[]): Promise<ProjectSettings[]> {
  if (projects.length === 0) return [];
  const filter = { user, project: { in: projects } };
  const found = await projectSettingsOf(node).find({ filter });
  const known = new Set(found.map(({ project }) => project));
  const missing = projects.filter((project) => !known.has(project));
  if (missing.length === 0) return found;
  const first = await node.store.take('user_project_settings', missing.length);
  for (const [index, project] of missing.entries()) {
    const settings = { id: first + index, user, project, homepage: timeline };
    // Another request of the same user may have been faster.
    await storedUnlessDuplicate(() => projectSettingsOf(node).insert(settings));
  }
  await node.invalidate({ userHomepages: [user] });
  return projectSettingsOf(node).find({ filter });
}

/** The sections where users enter projects, for projects with settings. */
export async function homepagesOf(node: NodeTools, users: readonly number[]): Promise<UserHomepages[]> {
  const found = await projectSettingsOf(node).find({ filter: { user: { in: users } } });
  const cards = new Map(users.map((id): [number, UserHomepages] => [id, { id, homepages: {} }]));
  for (const { user, project, homepage } of found) {
    const card = cards.get(user);
    if (card) card.homepages[project] = homepage;
  }
  return [...cards.values()];
}

/** Removes all settings of a user. */
export async function forgetProjectSettings(node: NodeTools, user: number): Promise<void> {
  await projectSettingsOf(node).remove({ user });
  await node.invalidate({ userHomepages: [user] });
}

/** Removes everybody's settings for a project that goes. */
export async function forgetProject(node: NodeTools, project: number): Promise<void> {
  await projectSettingsOf(node).remove({ project });
  await node.invalidate({ userHomepages: 'all' });
}
