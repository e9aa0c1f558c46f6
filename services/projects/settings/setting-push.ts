import type { SettingKind } from '../../../lib/contracts/project-context';
import type { ProjectChange } from '../../../lib/contracts/push';
import type { Draft } from '../../../lib/resource/draft';
import { pushChange } from '../../../lib/resource/push';
import type { Setting } from './setting';

/** Settings whose changes boards show at once (events.md). */
const shownKinds: Partial<Record<SettingKind, ProjectChange['matches']>> = {
  us_statuses: 'projects.userstorystatus',
  swimlanes: 'projects.swimlane',
};

/** Tells live clients of a stored or deleted setting. */
export function pushSetting({ request, before, after }: Draft<Setting>, kind: SettingKind, deleted = false): void {
  const matches = shownKinds[kind];
  const type = deleted ? 'delete' : before === null ? 'create' : 'change';
  if (matches) pushChange(request, { project: after.project, type, matches, pk: after.id });
}
