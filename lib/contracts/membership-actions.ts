import type { InternalAction } from './internal-action';
import type { MemberCard, RoleCard } from './project-context';

/** What a project's context holds of its people. */
export const peopleParts = ['roles', 'members'] as const;

/** One of {@link peopleParts}. */
export type PeoplePart = (typeof peopleParts)[number];

/** Roles and people of one project, as far as they were asked for. */
export interface ProjectPeople {
  project: number;
  /** By order, then slug. */
  roles?: RoleCard[];
  members?: {
    /** Accepted memberships. */
    accepted: MemberCard[];
    /** Invitations too. */
    total: number;
    /** Invitations too, by the id of the role. */
    byRole: Record<string, number>;
  };
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

/** A role that a template gives to a new project. */
export interface RoleTemplate {
  name: string;
  slug: string;
  order: number;
  computable: boolean;
  permissions: string[];
}

/** What other services ask of memberships and roles. */
export interface MembershipActions {
  'memberships.ofProjects': InternalAction<{ projects: number[]; parts: PeoplePart[] }, ProjectPeople[]>;
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
}
