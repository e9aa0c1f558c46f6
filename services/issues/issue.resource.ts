import type { Resource } from '../../lib/resource/define';
import { f } from '../../lib/resource/fields';
import { defineElement } from '../../lib/resource/traits/define-element';
import { personOrder, settingOrder } from '../../lib/resource/traits/element.filters';
import { rowIndex } from '../../lib/resource/traits/element.rows';
import { traits, type Issue } from './issue';
import { filters } from './issue.filters';
import { recordedIssues } from './issue.history';
import { hooks } from './issue.rules';
import { detailForm, listForm, loadStories, varies } from './issue.serialize';

/** Issues (issues.md). */
export const issues: Resource<Issue> = defineElement<Issue>(traits, {
  recorded: recordedIssues,
  fields: {
    type: f.link('issue_types'),
    priority: f.link('priorities'),
    severity: f.link('severities'),
    milestone: f.link('milestones'),
    finished_date: f.computed<string | null>(null),
    promoted_to: f.computed<number[]>(() => []),
  },
  filters,
  orderBy: {
    type: settingOrder('type', 'issue_types'),
    project: ['project'],
    status: settingOrder('status', 'issue_statuses'),
    severity: settingOrder('severity', 'severities'),
    priority: settingOrder('priority', 'priorities'),
    created_date: ['created_date'],
    modified_date: ['modified_date'],
    owner: personOrder('owner'),
    assigned_to: personOrder('assigned_to'),
    subject: ['subject'],
    total_voters: ['total_voters'],
    ref: ['ref'],
  },
  defaultOrder: ['project', '-id'],
  indexes: [
    { fields: ['project', 'id'] },
    { fields: ['project', 'status'] },
    { fields: ['project', 'type'] },
    { fields: ['project', 'priority'] },
    { fields: ['project', 'severity'] },
    { fields: ['project', 'owner'] },
    { fields: ['project', 'assigned_to'] },
    { fields: ['project', 'created_date'] },
    { fields: ['project', 'modified_date'] },
    { fields: ['project', 'finished_date'] },
    { fields: ['milestone', 'is_closed'] },
    { fields: ['project', 'subject'] },
    // For `filters_data` and lists in other orders: what they filter, count and sort by.
    {
      fields: ['project', 'status', 'type', 'severity', 'priority', 'assigned_to', 'owner', 'milestone', 'is_closed', 'total_voters'],
      arrays: ['tags'],
    },
    { fields: ['external_reference'], multi: true },
    rowIndex,
  ],
  load: loadStories,
  serialize: { list: listForm, detail: detailForm, varies },
  hooks,
});
