import { can, modifyOrComment } from '../../lib/resource/access';
import { defineResource, type Resource } from '../../lib/resource/define';
import { f } from '../../lib/resource/fields';
import { readingActions } from '../../lib/resource/traits/by-ref.actions';
import { customValueActions } from '../../lib/resource/traits/custom-values.actions';
import { permission, viewPermission } from '../../lib/resource/traits/element';
import { elementFields } from '../../lib/resource/traits/element.fields';
import { personOrder, settingOrder } from '../../lib/resource/traits/element.filters';
import { elementHooks } from '../../lib/resource/traits/element.rules';
import { composedHooks } from '../../lib/resource/traits/hooks';
import { voteActions, watchActions } from '../../lib/resource/traits/marks.actions';
import { bulkActions } from './bulk.actions';
import { csvAction } from './csv.actions';
import { collectionName, traits, type Issue } from './issue';
import { facets } from './issue.facets';
import { filters } from './issue.filters';
import { history } from './issue.history';
import { hooks } from './issue.rules';
import { detailForm, listForm, loadStories, varies } from './issue.serialize';
import { promotion } from './promotion.actions';

const view = viewPermission(traits.noun);
const late = () => issues;

/** Issues (issues.md). */
export const issues: Resource<Issue> = defineResource<Issue>({
  path: traits.path,
  title: traits.title,
  collection: collectionName,
  parent: 'project',
  listPermission: view,
  versioned: true,
  referenced: true,
  fields: {
    ...elementFields(traits),
    type: f.link('issue_types'),
    priority: f.link('priorities'),
    severity: f.link('severities'),
    milestone: f.link('milestones'),
    finished_date: f.computed<string | null>(null),
    promoted_to: f.computed<number[]>(() => []),
  },
  access: {
    list: can(view),
    create: can(permission(traits, 'add')),
    update: modifyOrComment(permission(traits, 'modify'), permission(traits, 'comment')),
    destroy: can(permission(traits, 'delete')),
    leave: can(permission(traits, 'delete')),
    enter: can(permission(traits, 'add')),
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
    { fields: ['votes.id'], multi: true },
    { fields: ['watches.id'], multi: true },
    { fields: ['tags'], multi: true },
    { fields: ['external_reference'], multi: true },
    { fields: ['terms'], multi: true },
  ],
  unique: [{ fields: ['project', 'ref'], error: () => ({ ref: ['This ref is taken.'] }) }],
  references: { users: ['owner', 'assigned_to'], projects: ['project'] },
  load: loadStories,
  serialize: { list: listForm, detail: detailForm, varies },
  history,
  hooks: composedHooks<Issue>(elementHooks(traits), hooks),
  actions: [
    ...readingActions(traits, late),
    facets,
    csvAction,
    ...bulkActions,
    promotion,
    ...customValueActions(traits, late),
    ...voteActions(traits.path, view, late),
    ...watchActions(traits.path, view, late),
  ],
});
