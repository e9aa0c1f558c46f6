import type { ProjectContext } from './project-context';
import type { UserCard } from './user-card';
import type { EpicCard, MilestoneCard } from './element-cards';

/** One action between services: what it takes and gives. Each is plain JSON. */
export interface InternalAction<Params, Result> {
  params: Params;
  result: Result;
}

/** Every action that services call on one another. Areas extend it in their own files by declaration merging. */
export interface InternalActions {
  /** Cards of accounts; unknown ids are left out. */
  'auth.cards': InternalAction<{ ids: number[] }, UserCard[]>;
  'projects.contexts': InternalAction<{ ids: number[] }, ProjectContext[]>;
  /** Ids of the projects in whose lists the requester sees elements of this viewing permission (permissions.md §2). */
  'projects.visible': InternalAction<{ user: number | null; permission: string }, number[]>;
  'projects.idOfSlug': InternalAction<{ slug: string }, number | null>;
  /** Takes `count` consecutive refs. Gives the first. */
  'projects.takeRefs': InternalAction<{ project: number; count: number }, number>;
  /** Adds tags that the project doesn't know, each with the colour sent. */
  'projects.learnTags': InternalAction<{ project: number; tags: [string, string | null][] }, void>;
  /** Which project a setting belongs to; null for an unknown id. */
  'projects.projectOfSetting': InternalAction<{ kind: string; id: number }, number | null>;
  'backlog.milestoneCards': InternalAction<{ ids: number[] }, MilestoneCard[]>;
  'backlog.epicCards': InternalAction<{ ids: number[] }, EpicCard[]>;
}
