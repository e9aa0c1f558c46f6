import type { ChangeEntry, ElementKind } from './changes';
import type { ElementReference, EpicCard, EpicProgress, MilestoneCard } from './element-cards';
import type { InternalAction } from './internal-action';
import type { GeneratedStory } from './issue-actions';
import type { MarkedElement, MarksQuery } from './marks';
import type { BacklogFindings, BacklogSearchKind, SearchRequest } from './search';

/** A milestone in the project detail. */
export interface ProjectMilestone {
  id: number;
  project: number;
  slug: string;
  name: string;
  closed: boolean;
}

/** The milestones of one project by estimated_start; its owner drops it when one is made, renamed, closed, moved or removed. */
export interface ProjectMilestones {
  /** Of the project. */
  id: number;
  milestones: ProjectMilestone[];
}

/** Somebody who is no member of a project any more. */
export interface LeftProject {
  project: number;
  user: number;
}

/** Comments of one element that came (positive) or went. */
export interface CommentsCounted {
  /** Of what happened: told again, it doesn't count again. */
  id: string;
  kind: ElementKind;
  object: number;
  difference: number;
}

/** What other services ask of those who keep elements and their history. */
export interface ElementActions {
  'backlog.milestoneCards': InternalAction<{ ids: number[] }, MilestoneCard[]>;
  /** Epics, user stories and tasks that a user marked, in no certain order, of all projects: the caller filters. */
  'backlog.markedBy': InternalAction<MarksQuery, MarkedElement[]>;
  /** Number of closed user stories in these projects that the user is assigned to, alone or among others. */
  'backlog.closedStoriesOf': InternalAction<{ user: number; projects: number[] }, number>;
  'backlog.epicCards': InternalAction<{ ids: number[] }, EpicCard[]>;
  'backlog.epicProgress': InternalAction<{ ids: number[] }, EpicProgress[]>;
  /** By estimated_start. */
  'backlog.milestonesOf': InternalAction<{ projects: number[] }, ProjectMilestone[]>;
  /** Something in these milestones changed: they close or open anew (milestones.md); a deletion only closes. */
  'backlog.recloseMilestones': InternalAction<{ milestones: number[]; deletion: boolean }, void>;
  /** Those of the stories that still exist, by ref. */
  'backlog.generatedStories': InternalAction<{ ids: number[] }, GeneratedStory[]>;
  /** Each kind with the best matches first. */
  'backlog.search': InternalAction<SearchRequest & { kinds: BacklogSearchKind[] }, BacklogFindings>;
  /** Elements of a project by ref; of each service its own kinds. */
  'backlog.elementsByRef': InternalAction<{ project: number; refs: number[] }, ElementReference[]>;
  /** People left projects: they stop watching the elements there (votes-watchers.md). */
  'backlog.membersLeft': InternalAction<{ left: LeftProject[] }, void>;
  /** Comments of an element came or went; its `total_comments` follows. */
  'backlog.commentsCounted': InternalAction<CommentsCounted, void>;
  /** As `backlog.markedBy`, for issues. */
  'issues.markedBy': InternalAction<MarksQuery, MarkedElement[]>;
  'issues.elementsByRef': InternalAction<{ project: number; refs: number[] }, ElementReference[]>;
  'issues.membersLeft': InternalAction<{ left: LeftProject[] }, void>;
  'issues.commentsCounted': InternalAction<CommentsCounted, void>;
  'wiki.membersLeft': InternalAction<{ left: LeftProject[] }, void>;
  'wiki.commentsCounted': InternalAction<CommentsCounted, void>;
  /** Keeps changes so that the next request can read them; may be repeated. */
  'history.record': InternalAction<{ entries: ChangeEntry[] }, void>;
}
