import type { AttachmentActions } from './attachment-actions';
import type { ChangeEntry, ElementKind } from './changes';
import type { CredentialActions } from './credential-actions';
import type { ElementReference, EpicCard, EpicProgress, MilestoneCard } from './element-cards';
import type { GeneratedStory, IssueActions } from './issue-actions';
import type { LikedProject, MarkedElement, MarksQuery, ProjectFans } from './marks';
import type { ProjectWatchers, UserHomepages } from './node';
import type { OutsideActions } from './outside-actions';
import type { PortableActions } from './portable-actions';
import type { ProjectActions } from './project-actions';
import type { ContextPart, ContextPatch, MemberCard, ProjectContext, RoleCard, SettingItem, SettingKind } from './project-context';
import type { RestoreActions } from './restore-actions';
import type { PromotionActions } from './promotion';
import type { BacklogFindings, BacklogSearchKind, SearchRequest } from './search';
import type { UserCard } from './user-card';
import type { RowActions } from './row-actions';
import type { WikiActions } from './wiki-actions';

/** One action between services: what it takes and gives. Each is plain JSON. */
export interface InternalAction<Params, Result> {
  params: Params;
  result: Result;
}

/** Facts of an account that only services see. */
export interface Account {
  id: number;
  username: string;
  full_name_display: string;
  email: string;
  verified_email: boolean;
  lang: string;
  is_active: boolean;
  max_private_projects: number | null;
  max_public_projects: number | null;
  max_memberships_private_projects: number | null;
  max_memberships_public_projects: number | null;
}

/** Roles and people of one project. */
export interface ProjectPeople {
  project: number;
  /** By order, then slug. */
  roles: RoleCard[];
  /** Accepted memberships. */
  members: MemberCard[];
  /** Invitations too. */
  total_memberships: number;
}

/** A user's place in one project. */
export interface OwnMembership {
  membership: number;
  project: number;
  role: number;
  permissions: string[];
  is_admin: boolean;
  user_order: number;
}

/** A user's places in all projects. */
export interface UserMemberships {
  /** Of the user. */
  id: number;
  memberships: OwnMembership[];
}

export interface RoleTemplate {
  name: string;
  slug: string;
  order: number;
  computable: boolean;
  permissions: string[];
}

/** How a user and everybody else watch a project. */
export interface ProjectWatching {
  project: number;
  /** The user's level, null without policy. */
  notify_level: number | null;
  /** Number of policies whose level isn't none. */
  total_watchers: number;
}

/** A milestone in the project detail. */
export interface ProjectMilestone {
  id: number;
  project: number;
  slug: string;
  name: string;
  closed: boolean;
}

/** A deleted setting of a project and what takes its place. */
export interface SettingRemoval {
  project: number;
  kind: SettingKind;
  id: number;
  moveTo: number | null;
}

/** Kinds of elements that are exported as CSV. */
export type CsvKind = 'epics' | 'userstories' | 'tasks' | 'issues';

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

/** A public user object as clients read it. */
export type PublicUser = { id: number } & Record<string, unknown>;

/** Every action that services call on one another. */
export interface InternalActions
  extends
    AttachmentActions,
    CredentialActions,
    RowActions,
    ProjectActions,
    IssueActions,
    WikiActions,
    PromotionActions,
    OutsideActions,
    PortableActions,
    RestoreActions {
  // auth
  /** Cards of accounts; unknown ids are left out. */
  'auth.cards': InternalAction<{ ids: number[] }, UserCard[]>;
  'auth.accounts': InternalAction<{ ids: number[] }, Account[]>;
  /** Active accounts with these addresses (compared without case). */
  'auth.accountsByEmail': InternalAction<{ emails: string[] }, Account[]>;
  /** Active accounts with these usernames (exact). */
  'auth.accountsByUsername': InternalAction<{ usernames: string[] }, Account[]>;
  /** The section where users enter each project, for projects with settings; a card for every user. */
  'auth.homepages': InternalAction<{ users: number[] }, UserHomepages[]>;

  // projects
  'projects.contexts': InternalAction<{ ids: number[] }, ProjectContext[]>;
  /** The parts named of contexts; projects that are gone are left out. */
  'projects.contextParts': InternalAction<{ ids: number[]; parts: ContextPart[] }, ContextPatch[]>;
  /** Ids of the projects in whose lists the requester sees elements of this viewing permission (permissions.md §2); not for superusers. */
  'projects.visible': InternalAction<{ user: number | null; permission: string }, number[]>;
  'projects.idOfSlug': InternalAction<{ slug: string }, number | null>;
  /** The project whose CSV address of this kind has the uuid, or null. */
  'projects.ofCsvUuid': InternalAction<{ kind: CsvKind; uuid: string }, number | null>;
  /** Takes `count` consecutive refs. Gives the first. */
  'projects.takeRefs': InternalAction<{ project: number; count: number }, number>;
  /** Adds tags that the project doesn't know, each with the colour sent. */
  'projects.learnTags': InternalAction<{ project: number; tags: [string, string | null][] }, void>;
  /** Which project a setting belongs to; null for an unknown id. */
  'projects.projectOfSetting': InternalAction<{ kind: SettingKind; id: number }, number | null>;
  /** Adds a setting, e.g. the points `?` that a role needs. */
  'projects.addSetting': InternalAction<{ kind: SettingKind; project: number; values: Partial<SettingItem> }, SettingItem>;
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

  // memberships
  'memberships.ofProjects': InternalAction<{ projects: number[] }, ProjectPeople[]>;
  /** Different names of the roles that users have in all their projects; users without a membership may be left out. */
  'memberships.roleNames': InternalAction<{ users: number[] }, { user: number; roles: string[] }[]>;
  /** In each user's own order. See the cache `memberships`, which keeps them. */
  'memberships.ofUsers': InternalAction<{ users: number[] }, UserMemberships[]>;
  /** Makes the roles of a new project and its owner's membership (administrator, first in the owner's list). */
  'memberships.setUp': InternalAction<{ project: number; roles: RoleTemplate[]; owner: number; ownerRole: string; email: string }, void>;
  /** Gives the membership of an invitation to a user. Rejects with 404 for an unknown token, 400 for a member. */
  'memberships.accept': InternalAction<{ token: string; user: number }, void>;
  /** Whether the token stands for an unanswered invitation. */
  'memberships.isInvitation': InternalAction<{ token: string }, boolean>;
  /** Adds members of another project with their roles by slug (duplicate). */
  'memberships.copyMembers': InternalAction<{ from: number; to: number; users: number[]; invitedBy: number }, void>;
  /** Makes a member administrator (transfer). */
  'memberships.makeAdministrator': InternalAction<{ project: number; user: number }, void>;
  /** Takes a user out of a project. Rejects with 403 for the owner and the last administrator. */
  'memberships.leave': InternalAction<{ project: number; user: number }, void>;
  'memberships.removeUser': InternalAction<{ user: number }, void>;
  'memberships.removeProject': InternalAction<{ project: number }, void>;
  'memberships.setOrders': InternalAction<{ user: number; orders: { project: number; order: number }[] }, void>;
  /** All memberships, invitations too, of projects: how many, and whose (for limits and the detail). */
  'memberships.counts': InternalAction<{ projects: number[] }, { project: number; total: number; users: number[]; emails: string[] }[]>;

  /** Users who share a project with the user, not the user itself. */
  'memberships.contactsOf': InternalAction<{ user: number }, number[]>;
  /** Different users who are members of any of the projects. */
  'memberships.usersOf': InternalAction<{ projects: number[] }, number[]>;
  /** Different projects that any of the users is a member of. */
  'memberships.projectsOf': InternalAction<{ users: number[] }, number[]>;
  /** A user's username, full name or address changed: lists of memberships are ordered by them. */
  'memberships.renamed': InternalAction<{ user: number }, void>;

  // notifications
  /** How people watch projects; a card for every project. */
  'notifications.watchers': InternalAction<{ projects: number[] }, ProjectWatchers[]>;
  'notifications.watching': InternalAction<{ user: number | null; projects: number[] }, ProjectWatching[]>;
  /** Makes or changes a policy; without a level it makes one (involved) only if there is none. */
  'notifications.watchProject': InternalAction<{ user: number; project: number; level?: number; live_level?: number }, void>;
  /** New members watch the project (involved), unless they have a policy already. */
  'notifications.joinProject': InternalAction<{ project: number; users: number[] }, void>;
  /** Users whose level isn't none. */
  'notifications.projectWatchers': InternalAction<{ project: number }, number[]>;
  /** Projects that the user watches, newest first. */
  'notifications.watchedProjects': InternalAction<{ user: number }, { project: number; since: string }[]>;
  /** Makes the web notifications of a change, each once. */
  'notifications.record': InternalAction<{ entry: ChangeEntry }, void>;
  'notifications.removeProject': InternalAction<{ project: number }, void>;

  // backlog
  'backlog.milestoneCards': InternalAction<{ ids: number[] }, MilestoneCard[]>;
  /** Epics, user stories and tasks that a user marked, in no certain order, of all projects: the caller filters. */
  'backlog.markedBy': InternalAction<MarksQuery, MarkedElement[]>;
  /** Number of closed user stories in these projects that the user is assigned to, alone or among others. */
  'backlog.closedStoriesOf': InternalAction<{ user: number; projects: number[] }, number>;
  'backlog.epicCards': InternalAction<{ ids: number[] }, EpicCard[]>;
  'backlog.epicProgress': InternalAction<{ ids: number[] }, EpicProgress[]>;
  /** By estimated_start. */
  'backlog.milestonesOf': InternalAction<{ projects: number[] }, ProjectMilestone[]>;
  /**
   * The roles of a project changed (memberships.md §8): every user story gets unestimated points (the first by order
   * without value, made as `?` by `projects.addSetting` when there are none) for each computable role that it lacks;
   * entries of roles that aren't computable, or gone, are dropped. No history, no version.
   */
  'backlog.rolesChanged': InternalAction<{ project: number }, void>;
  /** A setting was deleted: elements with it get `moveTo`; values of a custom attribute go; stories follow their swimlane. */
  'backlog.settingRemoved': InternalAction<SettingRemoval, void>;
  /** `is_closed` of a status changed: its elements are closed or opened anew, and what follows from them. */
  'backlog.settingChanged': InternalAction<{ project: number; kind: SettingKind; id: number }, void>;
  /** A project's first swimlane takes all its stories. */
  'backlog.firstSwimlane': InternalAction<{ project: number; swimlane: number }, void>;
  /** Something in these milestones changed: they close or open anew (milestones.md); a deletion only closes. */
  'backlog.recloseMilestones': InternalAction<{ milestones: number[]; deletion: boolean }, void>;
  /** Those of the stories that still exist, by ref. */
  'backlog.generatedStories': InternalAction<{ ids: number[] }, GeneratedStory[]>;
  /** Each kind with the best matches first. */
  'backlog.search': InternalAction<SearchRequest & { kinds: BacklogSearchKind[] }, BacklogFindings>;

  // issues
  'issues.settingRemoved': InternalAction<SettingRemoval, void>;
  'issues.settingChanged': InternalAction<{ project: number; kind: SettingKind; id: number }, void>;
  /** As `backlog.markedBy`, for issues. */
  'issues.markedBy': InternalAction<MarksQuery, MarkedElement[]>;
  /** Elements of a project by ref; of each service its own kinds. */
  'backlog.elementsByRef': InternalAction<{ project: number; refs: number[] }, ElementReference[]>;
  'issues.elementsByRef': InternalAction<{ project: number; refs: number[] }, ElementReference[]>;

  // history
  /** Keeps changes so that the next request can read them; may be repeated. */
  'history.record': InternalAction<{ entries: ChangeEntry[] }, void>;
  /** People left projects: they stop watching the elements there (votes-watchers.md). */
  'backlog.membersLeft': InternalAction<{ left: LeftProject[] }, void>;
  'issues.membersLeft': InternalAction<{ left: LeftProject[] }, void>;
  'wiki.membersLeft': InternalAction<{ left: LeftProject[] }, void>;
  /** Comments of an element came or went; its `total_comments` follows. */
  'backlog.commentsCounted': InternalAction<CommentsCounted, void>;
  'issues.commentsCounted': InternalAction<CommentsCounted, void>;
  'wiki.commentsCounted': InternalAction<CommentsCounted, void>;
  /** Public user objects (users.md §1), unknown ids left out. */
  'auth.publicUsers': InternalAction<{ ids: number[] }, PublicUser[]>;
}
