import { detailKeys, elementKeys } from '../../../lib/resource/traits/element.serialize';
import type { View } from '../../../lib/resource/view';
import { traits, type Epic } from './epic';
import type { LoadedProgress } from './epic-progress';

/** The list form (epics.md, Object). */
export function listForm(epic: Epic, view: View): Record<string, unknown> {
  return {
    ...elementKeys(epic, view, traits.statuses),
    color: epic.color,
    epics_order: epic.epics_order,
    client_requirement: epic.client_requirement,
    team_requirement: epic.team_requirement,
    user_stories_counts: (view.loaded as LoadedProgress).counts?.get(epic.id) ?? { total: 0, progress: null },
  };
}

/** The detail form, without neighbors. */
export function detailForm(epic: Epic, view: View): Record<string, unknown> {
  return { ...listForm(epic, view), ...detailKeys(epic) };
}
