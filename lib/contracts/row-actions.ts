import type { InternalAction } from './internal-action';
import type { Requester } from './http';

/** One element to be made: the body of its creation, and which line of a file it comes from. */
export interface ElementRow {
  line: number;
  body: Record<string, unknown>;
  /** By the id of the custom attribute. */
  custom_values?: Record<string, unknown>;
}

/** Elements of one kind to be made in a project in the name of a user. */
export interface ElementRows {
  /** Unique for the file: a row of it that was made already isn't made again. */
  source: string;
  project: number;
  user: Requester;
  language: string;
  rows: ElementRow[];
  /** Only check: nothing is made. */
  check: boolean;
}

/** What is wrong with a row, by field. */
export interface RowProblem {
  line: number;
  errors: Record<string, unknown>;
}

/** What became of rows. */
export interface MadeRows {
  /** When there are any, nothing was made. */
  problems: RowProblem[];
  /** Refs of the elements of all these rows, by line. */
  refs: number[];
}

/** What the keepers of elements that come in tables answer. At most some hundred rows at a time. */
export interface RowActions {
  /** By the rules of a creation: permission, history and notifications. Rejects as a creation does when the user may not. */
  'backlog.makeStories': InternalAction<ElementRows, MadeRows>;
  'issues.makeIssues': InternalAction<ElementRows, MadeRows>;
}
