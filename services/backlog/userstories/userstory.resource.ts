import { can, modifyOrComment } from '../../../lib/resource/access';
import { defineResource, type Resource } from '../../../lib/resource/define';
import { f, readText } from '../../../lib/resource/fields';
import { permission, viewPermission } from '../../../lib/resource/traits/element';
import { readingActions } from '../../../lib/resource/traits/by-ref.actions';
import { customValueActions } from '../../../lib/resource/traits/custom-values.actions';
import { elementFields } from '../../../lib/resource/traits/element.fields';
import { milestoneOrder, personOrder, settingOrder } from '../../../lib/resource/traits/element.filters';
import { elementHooks } from '../../../lib/resource/traits/element.rules';
import { composedHooks } from '../../../lib/resource/traits/hooks';
import { voteActions, watchActions } from '../../../lib/resource/traits/marks.actions';
import { cardsOfStories } from '../tasks/tasks-of-stories';
import { csvAction } from './userstory.csv';
import { visibleOrigins } from './userstory-origin';
import { bulkActions } from './userstory-bulk.actions';
import { orderActions } from './userstory-orders.actions';
import { facets } from './userstory.facets';
import { filters } from './userstory.filters';
import { history } from './userstory.history';
import { listHeaders, listTotals } from './userstory.headers';
import { readPoints } from './points.rules';
import { hooks } from './userstory.rules';
import { epicOrder } from './userstory.orders';
import { detailForm, listForm, varies } from './userstory.serialize';
import { lastPlace, traits, type Origin, type UserStory } from './userstory';

const view = viewPermission(traits.noun);
const late = () => userStories;

/** User stories: the richest kind of element (userstories.md). */
export const userStories: Resource<UserStory> = defineResource<UserStory>({
  path: traits.path,
  title: traits.title,
  collection: 'userstories',
  parent: 'project',
  listPermission: view,
  versioned: true,
  referenced: true,
  fields: {
    ...elementFields(traits),
    milestone: f.link('milestones'),
    points: f.custom<Record<string, number>>('points', { type: 'object' }, { initial: () => ({}), keptByPut: true }, readPoints),
    assigned_users: f.links('users', { notNull: true }),
    assignees: f.computed<number[] | null>(null),
    backlog_order: f.integer({ initial: lastPlace, keptByPut: true }),
    sprint_order: f.integer({ initial: lastPlace, keptByPut: true }),
    kanban_order: f.computed(lastPlace),
    swimlane: f.link('swimlanes'),
    client_requirement: f.boolean(),
    team_requirement: f.boolean(),
    finish_date: f.computed<string | null>(null),
    generated_from_issue: f.link('issues', { keptByPut: true }),
    generated_from_task: f.link('tasks', { keptByPut: true }),
    origin_issue: f.computed<Origin | null>(null),
    origin_task: f.computed<Origin | null>(null),
    from_task_ref: f.custom<string | null>('text', { type: ['string', 'null'] }, { initial: null, keptByPut: true }, readText),
    epics: f.computed<UserStory['epics']>(() => []),
    epic_ids: f.computed<number[] | null>(null),
    epics_version: f.computed(0),
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
    backlog_order: ['backlog_order'],
    sprint_order: ['sprint_order'],
    kanban_order: ['kanban_order'],
    epic_order: epicOrder,
    project: ['project'],
    milestone: milestoneOrder,
    status: settingOrder('status', 'us_statuses'),
    created_date: ['created_date'],
    modified_date: ['modified_date'],
    assigned_to: personOrder('assigned_to'),
    subject: ['subject'],
    total_voters: ['total_voters'],
  },
  defaultOrder: ['project', 'backlog_order', 'ref'],
  indexes: [
    { fields: ['project', 'backlog_order', 'ref'] },
    { fields: ['project', 'milestone', 'sprint_order'] },
    { fields: ['project', 'status', 'kanban_order'] },
    { fields: ['project', 'swimlane'] },
    { fields: ['milestone'] },
    { fields: ['generated_from_issue'] },
    { fields: ['generated_from_task'] },
    { fields: ['assigned_to'] },
    { fields: ['assignees'], multi: true },
    { fields: ['epic_ids'], multi: true },
    { fields: ['votes.id'], multi: true },
    { fields: ['watches.id'], multi: true },
    { fields: ['tags'], multi: true },
    { fields: ['external_reference'], multi: true },
    { fields: ['terms'], multi: true },
  ],
  unique: [{ fields: ['project', 'ref'], error: () => ({ ref: ['This ref is taken.'] }) }],
  references: { users: ['owner', 'assigned_to'], projects: ['project'], milestones: ['milestone'], epics: ['epics'] },
  links: {
    issues: (request, ids) => visibleOrigins(request, 'issue', ids),
    tasks: (request, ids) => visibleOrigins(request, 'task', ids),
  },
  load: cardsOfStories,
  serialize: { list: listForm, detail: detailForm, varies },
  history,
  hooks: composedHooks(elementHooks(traits) as never, hooks),
  listTotals,
  listHeaders,
  actions: [
    ...readingActions(traits, late),
    facets,
    csvAction,
    ...bulkActions,
    ...orderActions,
    ...customValueActions(traits, late),
    ...voteActions(traits.path, view, late),
    ...watchActions(traits.path, view, late),
  ],
});
