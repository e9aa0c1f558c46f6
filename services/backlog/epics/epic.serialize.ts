import { detailKeys, elementKeys, elementVaries } from '../../../lib/resource/traits/element.serialize';
import type { EpicProgress } from '../../../lib/contracts/element-cards';
import type { View } from '../../../lib/resource/view';
import { traits, type Epic } from './epic';
import type { LoadedProgress } from './epic-progress';

function countsOf(epic: Epic, view: View): Omit<EpicProgress, 'id'> {
  const { total = 0, progress = null } = (view.loaded as LoadedProgress).counts?.get(epic.id) ?? {};
  return { total, progress };
}

/** The list form (epics.md, Object). */
export function listForm(epic: Epic, view: View): Record<string, unknown> {
  return Object.assign(elementKeys(epic, view, traits.statuses), {
    color: epic.color,
    epics_order: epic.epics_order,
    client_requirement: epic.client_requirement,
    team_requirement: epic.team_requirement,
    user_stories_counts: countsOf(epic, view),
  });
}

/** The detail form, without neighbors. */
export function detailForm(epic: Epic, view: View): Record<string, unknown> {
  return Object.assign(listForm(epic, view), detailKeys(epic));
}

/** What the forms depend on beside the epic and its cards. */
export function varies(epic: Epic, view: View): unknown[] {
  const { total, progress } = countsOf(epic, view);
  return [...elementVaries(epic, view), total, progress];
}
