import { can, modifyOrComment } from '../../../lib/resource/access';
import { defineResource, type Resource } from '../../../lib/resource/define';
import { f } from '../../../lib/resource/fields';
import { readingActions } from '../../../lib/resource/traits/by-ref.actions';
import { customValueActions } from '../../../lib/resource/traits/custom-values.actions';
import { permission, viewPermission } from '../../../lib/resource/traits/element';
import { elementFields } from '../../../lib/resource/traits/element.fields';
import { milestoneOrder, personOrder, settingOrder } from '../../../lib/resource/traits/element.filters';
import { elementHooks } from '../../../lib/resource/traits/element.rules';
import { composedHooks } from '../../../lib/resource/traits/hooks';
import { voteActions, watchActions } from '../../../lib/resource/traits/marks.actions';
import { storiesById } from './stories-of-tasks';
import { bulkActions } from './task-bulk.actions';
import { promotion } from './task-promotion.actions';
import { csvAction } from './task.csv';
import { facets } from './task.facets';
import { filters } from './task.filters';
import { history } from './task.history';
import { hooks } from './task.rules';
import { detailForm, listForm, loadStories, varies } from './task.serialize';
import { collectionName, lastPlace, traits, type Task } from './task';

const view = viewPermission(traits.noun);
const late = () => tasks;

/** Tasks, of a user story or loose (tasks.md). */
export const tasks: Resource<Task> = defineResource<Task>({
  path: traits.path,
  title: traits.title,
  collection: collectionName,
  parent: 'project',
  listPermission: view,
  versioned: true,
  referenced: true,
  fields: {
    ...elementFields(traits),
    user_story: f.link('userstories'),
    milestone: f.link('milestones'),
    is_iocaine: f.boolean(),
    us_order: f.integer({ initial: lastPlace, keptByPut: true }),
    taskboard_order: f.integer({ initial: lastPlace, keptByPut: true }),
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
    project: ['project'],
    milestone: milestoneOrder,
    status: settingOrder('status', 'task_statuses'),
    created_date: ['created_date'],
    modified_date: ['modified_date'],
    assigned_to: personOrder('assigned_to'),
    us_order: ['us_order'],
    subject: ['subject'],
    total_voters: ['total_voters'],
  },
  defaultOrder: ['project', 'created_date', 'ref'],
  indexes: [
    { fields: ['project', 'created_date', 'ref'] },
    { fields: ['project', 'us_order'] },
    { fields: ['project', 'status', 'taskboard_order'] },
    { fields: ['project', 'owner'] },
    { fields: ['project', 'assigned_to'] },
    { fields: ['project', 'modified_date'] },
    { fields: ['project', 'finished_date'] },
    { fields: ['user_story', 'us_order'] },
    { fields: ['milestone', 'user_story'] },
    { fields: ['votes.id'], multi: true },
    { fields: ['watches.id'], multi: true },
    { fields: ['tags'], multi: true },
    { fields: ['external_reference'], multi: true },
    { fields: ['terms'], multi: true },
  ],
  unique: [{ fields: ['project', 'ref'], error: () => ({ ref: ['This ref is taken.'] }) }],
  references: { users: ['owner', 'assigned_to'], projects: ['project'], milestones: ['milestone'] },
  links: { userstories: async (request, ids) => (await storiesById(request, ids)).keys() },
  load: loadStories,
  serialize: { list: listForm, detail: detailForm, varies },
  history,
  hooks: composedHooks<Task>(elementHooks(traits), hooks),
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
