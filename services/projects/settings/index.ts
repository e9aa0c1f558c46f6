import type { Resource } from '../../../lib/resource/define';
import * as kinds from './kinds';
import { swimlanes } from './swimlane.resource';

export type { Setting } from './setting';
export { serializeSetting } from './setting.resource';
export { swimlaneLimitActions } from './swimlane-limits.actions';
export { swimlaneStatuses } from './swimlane.rules';

/** Every resource of a project's settings, by the kind that is also its collection. */
export const settingResources = [...Object.values(kinds), swimlanes] as readonly Resource[];
