import type { InternalAction } from './internal-action';
import type { UserCard } from './user-card';

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

/** A public user object as clients read it. */
export type PublicUser = { id: number } & Record<string, unknown>;

/** Where a user enters projects; dropped when the user's settings of a project are made, changed or removed. */
export interface UserHomepages {
  /** Of the user. */
  id: number;
  /** The section by the id of each project with settings. */
  homepages: Record<string, number>;
}

/** What other services ask of accounts. */
export interface AccountActions {
  /** Cards of accounts; unknown ids are left out. */
  'auth.cards': InternalAction<{ ids: number[] }, UserCard[]>;
  'auth.accounts': InternalAction<{ ids: number[] }, Account[]>;
  /** Active accounts with these addresses (compared without case). */
  'auth.accountsByEmail': InternalAction<{ emails: string[] }, Account[]>;
  /** Active accounts with these usernames (exact). */
  'auth.accountsByUsername': InternalAction<{ usernames: string[] }, Account[]>;
  /** The section where users enter each project, for projects with settings; a card for every user. */
  'auth.homepages': InternalAction<{ users: number[] }, UserHomepages[]>;
  /** Public user objects (users.md §1), unknown ids left out. */
  'auth.publicUsers': InternalAction<{ ids: number[] }, PublicUser[]>;
}
