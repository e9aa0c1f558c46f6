import { PlaceClock } from '../../../lib/resource/traits/places';
import type { Element, ElementTraits } from '../../../lib/resource/traits/element';

/** A task as stored. */
export type Task = Element & {
  user_story: number | null;
  /** That of its story; only a loose task has its own. */
  milestone: number | null;
  is_iocaine: boolean;
  us_order: number;
  taskboard_order: number;
  /** When it was last saved with a closed status; null while it is open. */
  finished_date: string | null;
  /** Ids of the user stories made of it. */
  promoted_to: number[];
  /** Since when somebody makes a user story of it. */
  promotion_claimed?: string;
};

export const collectionName = 'tasks';

export const traits: ElementTraits = {
  path: 'tasks',
  title: 'Task',
  kind: 'task',
  noun: 'task',
  statuses: 'task_statuses',
  defaultStatus: 'default_task_status',
  customAttributes: 'task_custom_attributes',
  valuesKey: 'task',
  foreignStatus: 400,
  dueDates: true,
};

const places = new PlaceClock(1);

/** Default places come last: the present time in milliseconds, one number for both places of a task. */
export const lastPlaces = { us_order: () => places.take(), taskboard_order: () => places.last };
