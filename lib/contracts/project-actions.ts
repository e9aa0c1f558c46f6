import type { InternalAction } from './internal-action';
import type { LikedProject, ProjectFans } from './marks';
import type { ContextPart, ContextPatch, ProjectContext } from './project-context';

/** Takes tags out of elements or puts another in their place, once per element and without version or history. */
export interface TagReplacement {
  project: number;
  from: string[];
  /** Null: the tags are removed. */
  to: string | null;
}

/** Kinds of elements that are exported as CSV. */
export type CsvKind = 'epics' | 'userstories' | 'tasks' | 'issues';

type RemoveProject = InternalAction<{ project: number }, void>;

/** What other services ask of projects, and what projects ask of those who hold something of theirs. */
export interface ProjectActions {
  'projects.contexts': InternalAction<{ ids: number[] }, ProjectContext[]>;
  /** The parts named of contexts; projects that are gone are left out. */
  'projects.contextParts': InternalAction<{ ids: number[]; parts: ContextPart[] }, ContextPatch[]>;
  /** Ids of the projects in whose lists the requester sees elements of this viewing permission (permissions.md §2); not for superusers. */
  'projects.visible': InternalAction<{ user: number | null; permission: string }, number[]>;
  /** Ids of projects that nobody sees yet, superusers neither: their import isn't complete. */
  'projects.hidden': InternalAction<Record<string, never>, number[]>;
  'projects.idOfSlug': InternalAction<{ slug: string }, number | null>;
  /** The project whose CSV address of this kind has the uuid, or null. */
  'projects.ofCsvUuid': InternalAction<{ kind: CsvKind; uuid: string }, number | null>;
  /** Takes `count` consecutive refs. Gives the first. */
  'projects.takeRefs': InternalAction<{ project: number; count: number }, number>;
  /** Adds tags that the project doesn't know, each with the colour sent. */
  'projects.learnTags': InternalAction<{ project: number; tags: [string, string | null][] }, void>;
  /** Ids of the projects that a user owns. */
  'projects.ownedBy': InternalAction<{ user: number }, { id: number; is_private: boolean }[]>;
  /** How many projects users own, for those who own any. */
  'projects.ownedCounts': InternalAction<{ users: number[] }, { user: number; private: number; public: number }[]>;
  /** Projects that a user likes, in no certain order, private ones too. */
  'projects.likedBy': InternalAction<{ user: number }, LikedProject[]>;
  'projects.fans': InternalAction<{ projects: number[]; user: number | null }, ProjectFans[]>;
  /** The owner closed the account: nothing in the projects may change any more. */
  'projects.blockOwnedBy': InternalAction<{ user: number }, void>;
  /** Refuses when the owner has no room for more memberships. Rejects with NOT_ENOUGH_SLOTS. */
  'projects.demandRoom': InternalAction<{ project: number; newUsers: number[]; newEmails: string[] }, void>;
  /** Configuration of a project's inbound hooks with what follows from the project where nothing is stored: github, gitlab, bitbucket and gogs have a `secret` each (hooks.md). Null for an unknown project. */
  'projects.modules': InternalAction<{ project: number }, Record<string, unknown> | null>;
  /** What the template with this slug holds, as it is stored; null for an unknown one. */
  'projects.template': InternalAction<{ slug: string }, Record<string, unknown> | null>;
  /** Removes a project with everything in it, whoever asks; unknown ids are fine. */
  'projects.discard': RemoveProject;

  /** In user stories, tasks and epics. */
  'backlog.renameTags': InternalAction<TagReplacement, void>;
  'issues.renameTags': InternalAction<TagReplacement, void>;

  /** The project goes: everything of it that the service holds goes too. May be repeated. */
  'auth.removeProject': RemoveProject;
  'backlog.removeProject': RemoveProject;
  'issues.removeProject': RemoveProject;
  'wiki.removeProject': RemoveProject;
  'attachments.removeProject': RemoveProject;
  'history.removeProject': RemoveProject;
  'webhooks.removeProject': RemoveProject;
}
