import type { HistoryDeclaration } from '../../lib/resource/define';
import { frozenElement, milestoneNames, recordedElement, settingNames } from '../../lib/resource/traits/element.history';
import { collectionName, traits, type Issue } from './issue';

/** What the history keeps of an issue. */
export const history: HistoryDeclaration<Issue> = {
  kind: 'issue',
  freeze: (issue, context) => ({
    ...frozenElement(issue, context, traits.customAttributes),
    type: issue.type,
    priority: issue.priority,
    severity: issue.severity,
    milestone: issue.milestone,
    due_date: issue.due_date,
    promoted_to: issue.promoted_to,
  }),
  hidden: [],
  users: ['owner', 'assigned_to'],
  names: async (diff, context, request) => ({
    ...settingNames(diff, context, { status: 'issue_statuses', type: 'issue_types', priority: 'priorities', severity: 'severities' }),
    ...(await milestoneNames(diff.milestone, request)),
  }),
};

/** For changes on behalf of something else. */
export const recordedIssues = recordedElement<Issue>(collectionName, history);
