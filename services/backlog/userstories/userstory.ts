import { PlaceClock } from '../../../lib/resource/traits/places';
import type { Element, ElementTraits } from '../../../lib/resource/traits/element';

/** Where a story was promoted from. */
export interface Origin {
  id: number;
  ref: number;
  subject: string;
}

/** The relation to an epic, as its story keeps it. */
export interface EpicRelation {
  /** Of the epic. */
  id: number;
  /** The story's place in the epic. */
  order: number;
  /** Id of the relation itself. */
  relation: number;
}

/** A user story as stored. */
export type UserStory = Element & {
  milestone: number | null;
  /** Points id by role id, for every computable role. */
  points: Record<string, number>;
  assigned_users: number[];
  /** All assigned people, `assigned_to` too; null for nobody, so that a filter finds that. */
  assignees: number[] | null;
  backlog_order: number;
  sprint_order: number;
  kanban_order: number;
  swimlane: number | null;
  client_requirement: boolean;
  team_requirement: boolean;
  finish_date: string | null;
  generated_from_issue: number | null;
  generated_from_task: number | null;
  origin_issue: Origin | null;
  origin_task: Origin | null;
  from_task_ref: string | null;
  /** The epics that it is related to. */
  epics: EpicRelation[];
  /** Their ids; null for none, so that a filter finds that. */
  epic_ids: number[] | null;
  /** Counts the changes of the relations, so that two at once don't undo one another. */
  epics_version: number;
};

export const collectionName = 'userstories';

export const traits: ElementTraits = {
  path: 'userstories',
  title: 'UserStory',
  kind: 'userstory',
  noun: 'us',
  statuses: 'us_statuses',
  defaultStatus: 'default_us_status',
  customAttributes: 'userstory_custom_attributes',
  valuesKey: 'user_story',
  foreignStatus: 403,
  dueDates: true,
};

const places = new PlaceClock(1000);

/** Default places come last: the present time in microseconds. @returns the first of so many */
export const lastPlace = (count = 1) => places.take(count);
