import type { ProjectMilestone } from '../../../lib/contracts/element-actions';
import type { EpicCard, MilestoneCard } from '../../../lib/contracts/element-cards';
import type { Store } from '../../../lib/contracts/store';

const milestonesOf = (store: Store) => store.collection<MilestoneCard>('milestones');

/** Sprints as other elements show them. */
export async function milestoneCards(store: Store, ids: readonly number[]): Promise<MilestoneCard[]> {
  const found = await milestonesOf(store).findByIds(ids);
  return found.map(({ id, project, name, slug, closed, estimated_start, estimated_finish }) => ({
    ...{ id, project, name, slug, closed, estimated_start, estimated_finish },
  }));
}

/** Epics as their user stories show them. */
export async function epicCards(store: Store, ids: readonly number[]): Promise<EpicCard[]> {
  const found = await store.collection<EpicCard>('epics').findByIds(ids);
  return found.map(({ id, project, ref, subject, color }) => ({ id, project, ref, subject, color }));
}

/** The sprints of projects by estimated_start. */
export async function milestonesOfProjects(store: Store, projects: readonly number[]): Promise<ProjectMilestone[]> {
  const found = await milestonesOf(store).find({ filter: { project: { in: projects } }, sort: ['estimated_start', 'id'] });
  return found.map(({ id, project, slug, name, closed }) => ({ id, project, slug, name, closed }));
}
