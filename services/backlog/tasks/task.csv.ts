import * as csv from '../../../lib/resource/traits/csv.actions';
import type { LoadedStories } from './stories-of-tasks';
import { traits, type Task } from './task';
import { tasks } from './task.resource';

const columns: readonly csv.CsvColumn<Task>[] = [
  ...csv.subjectColumns,
  ['user_story', ({ user_story }, view) => (view.loaded as LoadedStories).stories.get(user_story ?? 0)?.ref ?? null],
  ...csv.sprintColumns,
  ...csv.peopleColumns,
  ['status', csv.settingName('status', 'task_statuses')],
  ['is_iocaine', ({ is_iocaine }) => is_iocaine],
  ['is_closed', ({ is_closed }) => is_closed],
  ['us_order', ({ us_order }) => us_order],
  ['taskboard_order', ({ taskboard_order }) => taskboard_order],
  ...csv.markColumns,
  ...csv.dateColumns,
  ['finished_date', ({ finished_date }) => finished_date],
  ...csv.dueColumns,
];

export const csvAction = csv.csvAction(tasks, traits, 'tasks', columns);
