import type { InternalAction } from './internal-action';
import type { ElementKind } from './changes';
import type { GeneratedStory } from './issue-actions';

/** A mark as elements keep it. */
interface Mark {
  id: number;
  /** ISO datetime. */
  at: string;
}

/** An element that becomes a user story, and what of it comes along (userstories.md, Promotion). */
export interface Promotion {
  from: 'task' | 'issue';
  /** Of the new story. */
  project: number;
  id: number;
  ref: number;
  subject: string;
  description: string;
  tags: string[];
  owner: number | null;
  assigned_to: number | null;
  milestone: number | null;
  watches: Mark[];
  /** How many files hang on it; they are copied. */
  attachments: number;
  /** How many comments it has; they are copied. */
  comments: number;
  /** Only a task's come along; an issue keeps its own. */
  votes?: Mark[];
  due_date?: string | null;
  due_date_reason?: string;
  is_blocked?: boolean;
  blocked_note?: string;
}

/** An element in the log of changes. */
interface LoggedElement {
  kind: ElementKind;
  object: number;
}

/** Between those who keep tasks and issues and those who keep the stories made of them. */
export interface PromotionActions {
  /** Comments of an element that aren't deleted become comments of another one too, with their authors and dates. */
  'history.copyComments': InternalAction<{ from: LoggedElement; to: LoggedElement & { project: number } }, void>;
  /** An issue is gone: the stories made of it name no origin any more. */
  'backlog.originRemoved': InternalAction<{ issue: number }, void>;
  /** Makes a user story on behalf of the request, which must be allowed to. Attachments and comments come along. */
  'backlog.promote': InternalAction<Promotion, GeneratedStory>;
}
