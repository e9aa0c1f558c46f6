import type { Resource } from '../../../lib/resource/define';
import { f } from '../../../lib/resource/fields';
import { defineElement } from '../../../lib/resource/traits/define-element';
import { milestoneOrder, personOrder, settingOrder } from '../../../lib/resource/traits/element.filters';
import { storiesById } from './stories-of-tasks';
import { filters } from './task.filters';
import { recordedTasks } from './task.history';
import { hooks } from './task.rules';
import { detailForm, listForm, loadStories, varies } from './task.serialize';
import { lastPlaces, traits, type Task } from './task';

/** Tasks, of a user story or loose (tasks.md). */
export const tasks: Resource<Task> = defineElement<Task>(traits, {
  recorded: recordedTasks,
  fields: {
    user_story: f.link('userstories'),
    milestone: f.link('milestones'),
    is_iocaine: f.boolean(),
    us_order: f.place({ initial: lastPlaces.us_order, keptByPut: true }),
    taskboard_order: f.place({ initial: lastPlaces.taskboard_order, keptByPut: true }),
    finished_date: f.computed<string | null>(null),
    promoted_to: f.computed<number[]>(() => []),
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
    { fields: ['project', 'id'] },
    { fields: ['project', 'created_date', 'ref'] },
    { fields: ['project', 'subject'] },
    { fields: ['project', 'us_order'] },
    { fields: ['project', 'status', 'taskboard_order'] },
    { fields: ['project', 'owner'] },
    { fields: ['project', 'assigned_to'] },
    { fields: ['project', 'modified_date'] },
    { fields: ['project', 'finished_date'] },
    { fields: ['user_story', 'us_order'] },
    { fields: ['milestone', 'user_story'] },
    // For `filters_data` and lists in other orders: what they filter, count and sort by.
    {
      fields: [
        ...['project', 'status', 'assigned_to', 'owner', 'milestone', 'user_story', 'is_closed', 'is_iocaine', 'total_voters'],
        ...['created_date', 'ref'],
      ],
      arrays: ['tags'],
    },
    { fields: ['external_reference'], multi: true },
  ],
  references: { milestones: ['milestone'] },
  links: { userstories: async (request, ids) => (await storiesById(request, ids)).keys() },
  load: loadStories,
  serialize: { list: listForm, detail: detailForm, varies },
  hooks,
});
