import type { HistoryDeclaration } from '../../../lib/resource/define';
import { frozenElement, recordedElement, settingNames } from '../../../lib/resource/traits/element.history';
import { collectionName, traits, type Epic } from './epic';

/** What the history keeps of an epic. */
export const history: HistoryDeclaration<Epic> = {
  kind: 'epic',
  freeze: (epic, context) => ({
    ...frozenElement(epic, context, traits.customAttributes),
    color: epic.color,
    epics_order: epic.epics_order,
    client_requirement: epic.client_requirement,
    team_requirement: epic.team_requirement,
  }),
  hidden: ['epics_order'],
  users: ['owner', 'assigned_to'],
  names: (diff, context) => settingNames(diff, context, { status: traits.statuses }),
};

/** For changes on behalf of something else. */
export const recordedEpics = recordedElement<Epic>(collectionName, history);
