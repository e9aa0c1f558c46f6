import type { Resource } from '../../../lib/resource/define';
import { f, readText } from '../../../lib/resource/fields';
import { milestoneOrder, personOrder, settingOrder } from '../../../lib/resource/traits/element.filters';
import { cardsOfStories } from '../tasks/tasks-of-stories';
import { visibleOrigins } from './userstory-origin';
import { filters } from './userstory.filters';
import { recordedStories } from './userstory.history';
import { listHeaders, listTotals } from './userstory.headers';
import { readPoints } from './points.rules';
import { hooks } from './userstory.rules';
import { epicOrder } from './userstory.orders';
import { detailForm, listForm, varies } from './userstory.serialize';
import { rowIndex } from '../../../lib/resource/traits/element.rows';
import { defineElement } from '../../../lib/resource/traits/define-element';
import { lastPlace, traits, type Origin, type UserStory } from './userstory';

/** User stories: the richest kind of element (userstories.md). */
export const userStories: Resource<UserStory> = defineElement<UserStory>(traits, {
  recorded: recordedStories,
  fields: {
    milestone: f.link('milestones'),
    points: f.custom<Record<string, number>>('points', { type: 'object' }, { initial: () => ({}), keptByPut: true }, readPoints),
    assigned_users: f.links('users', { notNull: true }),
    assignees: f.computed<number[] | null>(null),
    backlog_order: f.place({ initial: lastPlace, keptByPut: true }),
    sprint_order: f.place({ initial: lastPlace, keptByPut: true }),
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
    { fields: ['project', 'id'] },
    { fields: ['project', 'backlog_order', 'ref'] },
    // Up to the ref, so that a cell is put in order from the index alone when a card is moved.
    { fields: ['project', 'milestone', 'backlog_order', 'ref'] },
    { fields: ['project', 'milestone', 'sprint_order', 'ref'] },
    { fields: ['project', 'status', 'swimlane', 'kanban_order', 'ref'] },
    { fields: ['project', 'swimlane'] },
    { fields: ['project', 'subject'] },
    // For `filters_data`, sums of points and lists in other orders: what they filter, count and sort by.
    {
      fields: [
        ...['project', 'milestone', 'status', 'assigned_to', 'owner', 'swimlane', 'is_closed', 'team_requirement', 'client_requirement'],
        ...['created_date', 'modified_date', 'total_voters', 'backlog_order', 'ref'],
      ],
      arrays: ['tags', 'assignees', 'epic_ids', 'points'],
    },
    { fields: ['milestone'] },
    { fields: ['generated_from_issue'] },
    { fields: ['generated_from_task'] },
    { fields: ['assigned_to'] },
    { fields: ['assignees'], multi: true },
    { fields: ['epic_ids'], multi: true },
    { fields: ['external_reference'], multi: true },
    rowIndex,
  ],
  references: { milestones: ['milestone'], epics: ['epics'] },
  links: {
    issues: (request, ids) => visibleOrigins(request, 'issue', ids),
    tasks: (request, ids) => visibleOrigins(request, 'task', ids),
  },
  load: cardsOfStories,
  serialize: { list: listForm, detail: detailForm, varies },
  hooks,
  listTotals,
  listHeaders,
});
