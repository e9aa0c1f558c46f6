import type { InternalAction } from './internal-action';
import type { ElementReference } from './element-cards';
import type { FoundElement, SearchRequest } from './search';

/** A user story that an issue or a task became. */
export interface GeneratedStory {
  id: number;
  ref: number;
  subject: string;
}

/** The issues of a milestone. */
export interface MilestoneIssues {
  milestone: number;
  total: number;
  /** Those whose status isn't closed. */
  open: number;
}

/** What other services ask of issues beside what all keepers of elements answer. */
export interface IssueActions {
  /** For the closing of milestones; those without issues are left out. */
  'issues.milestoneStates': InternalAction<{ milestones: number[] }, MilestoneIssues[]>;
  /** Moves issues with a change entry each. Gives false, and moves none, when one isn't of the project. */
  'issues.moveToMilestone': InternalAction<{ project: number; milestone: number; issues: number[] }, boolean>;
  /** A milestone was deleted: its issues are in none. No version, no history. */
  'issues.milestoneRemoved': InternalAction<{ project: number; milestone: number }, void>;
  /** A user story was made of the issue by hand: the issue gets a comment of the requester and lists the story. */
  'issues.storyGenerated': InternalAction<{ issue: number; story: GeneratedStory }, void>;
  /** Those of the issues that exist. */
  'issues.elementsById': InternalAction<{ ids: number[] }, ElementReference[]>;
  /** The best matches first. */
  'issues.search': InternalAction<SearchRequest, FoundElement[]>;
}
