import { f } from '../../../lib/resource/fields';
import { customAttributeFields, customAttributeOrder } from './custom-attribute.fields';
import { createDefaultDueDates, keepDefaultDueDate } from './due-dates.actions';
import { settingResource } from './setting.resource';
import { addStatusToSwimlanes } from './swimlane.rules';

const colour = f.colour();
const isClosed = f.boolean();

export const epicStatuses = settingResource({
  path: 'epic-statuses',
  kind: 'epic_statuses',
  title: 'EpicStatus',
  bulk: 'bulk_epic_statuses',
  slug: true,
  moves: true,
  fields: { is_closed: isClosed, color: colour },
});

export const userStoryStatuses = settingResource({
  path: 'userstory-statuses',
  kind: 'us_statuses',
  title: 'UserStoryStatus',
  bulk: 'bulk_userstory_statuses',
  slug: true,
  moves: true,
  fields: { is_closed: isClosed, is_archived: f.boolean(), color: colour, wip_limit: f.nullableInteger({ keptByPut: true }) },
  hooks: { created: addStatusToSwimlanes },
});

export const taskStatuses = settingResource({
  path: 'task-statuses',
  kind: 'task_statuses',
  title: 'TaskStatus',
  bulk: 'bulk_task_statuses',
  slug: true,
  moves: true,
  fields: { is_closed: isClosed, color: colour },
});

export const issueStatuses = settingResource({
  path: 'issue-statuses',
  kind: 'issue_statuses',
  title: 'IssueStatus',
  bulk: 'bulk_issue_statuses',
  slug: true,
  moves: true,
  fields: { is_closed: isClosed, color: colour },
});

export const points = settingResource({
  path: 'points',
  kind: 'points',
  title: 'Points',
  bulk: 'bulk_points',
  moves: true,
  fields: { value: f.nullableNumber({ keptByPut: true }) },
});

export const issueTypes = settingResource({
  path: 'issue-types',
  kind: 'issue_types',
  title: 'IssueType',
  bulk: 'bulk_issue_types',
  moves: true,
  fields: { color: colour },
});

export const priorities = settingResource({
  path: 'priorities',
  kind: 'priorities',
  title: 'Priority',
  bulk: 'bulk_priorities',
  moves: true,
  fields: { color: colour },
});

export const severities = settingResource({
  path: 'severities',
  kind: 'severities',
  title: 'Severity',
  bulk: 'bulk_severities',
  moves: true,
  fields: { color: colour },
});

const dueDateFields = { by_default: f.boolean(), days_to_due: f.nullableInteger({ keptByPut: true }), color: colour };

export const userStoryDueDates = settingResource({
  path: 'userstory-due-dates',
  kind: 'us_duedates',
  title: 'UserStoryDueDate',
  fields: dueDateFields,
  hooks: { beforeDestroy: keepDefaultDueDate('us_duedates') },
  actions: [createDefaultDueDates('userstory-due-dates', 'us_duedates')],
});

export const taskDueDates = settingResource({
  path: 'task-due-dates',
  kind: 'task_duedates',
  title: 'TaskDueDate',
  fields: dueDateFields,
  hooks: { beforeDestroy: keepDefaultDueDate('task_duedates') },
  actions: [createDefaultDueDates('task-due-dates', 'task_duedates')],
});

export const issueDueDates = settingResource({
  path: 'issue-due-dates',
  kind: 'issue_duedates',
  title: 'IssueDueDate',
  fields: dueDateFields,
  hooks: { beforeDestroy: keepDefaultDueDate('issue_duedates') },
  actions: [createDefaultDueDates('issue-due-dates', 'issue_duedates')],
});

const customAttributes = {
  fields: customAttributeFields,
  order: customAttributeOrder,
  nameLength: 64,
  timestamps: true,
  duplicateMessage: 'Already exists one with the same name.',
};

export const epicCustomAttributes = settingResource({
  ...customAttributes,
  path: 'epic-custom-attributes',
  kind: 'epic_custom_attributes',
  title: 'EpicCustomAttribute',
  bulk: 'bulk_epic_custom_attributes',
});

export const userStoryCustomAttributes = settingResource({
  ...customAttributes,
  path: 'userstory-custom-attributes',
  kind: 'userstory_custom_attributes',
  title: 'UserStoryCustomAttribute',
  bulk: 'bulk_userstory_custom_attributes',
});

export const taskCustomAttributes = settingResource({
  ...customAttributes,
  path: 'task-custom-attributes',
  kind: 'task_custom_attributes',
  title: 'TaskCustomAttribute',
  bulk: 'bulk_task_custom_attributes',
});

export const issueCustomAttributes = settingResource({
  ...customAttributes,
  path: 'issue-custom-attributes',
  kind: 'issue_custom_attributes',
  title: 'IssueCustomAttribute',
  bulk: 'bulk_issue_custom_attributes',
});
