import type { InternalAction } from './actions';
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
  /** Only a task's come along; an issue keeps its own. */
  votes?: Mark[];
  due_date?: string | null;
  due_date_reason?: string;
  is_blocked?: boolean;
  blocked_note?: string;
}

export interface PromotionActions {
  /** An issue is gone: the stories made of it name no origin any more. */
  'backlog.originRemoved': InternalAction<{ issue: number }, void>;
  /** Makes a user story on behalf of the request, which must be allowed to. Attachments come along; comments are copied by the history. */
  'backlog.promote': InternalAction<Promotion, GeneratedStory>;
}
