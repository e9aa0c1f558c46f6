import type { Limit } from '../../lib/owner-limits';

/** What an owner has of one visibility. */
export interface Holdings {
  projects: number;
  /** Different people in them. */
  users: ReadonlySet<number>;
  /** Different invited addresses. */
  emails: ReadonlySet<string>;
}

/** Users and addresses who are, or would be, in a project. */
export interface People {
  users: readonly number[];
  emails: readonly string[];
}

export type Excess = 'projects' | 'memberships' | null;

/**
 * Whether holdings with further projects and people would exceed a limit, and in what (projects.md §2). Memberships
 * are different users plus different invited addresses over all projects of the visibility.
 */
export function excessOf(limit: Limit, holdings: Holdings, projects: number, people: People): Excess {
  if (limit.projects !== null && holdings.projects + projects > limit.projects) return 'projects';
  const users = new Set([...holdings.users, ...people.users]);
  const emails = new Set([...holdings.emails, ...people.emails].map((email) => email.toLowerCase()));
  if (limit.memberships !== null && users.size + emails.size > limit.memberships) return 'memberships';
  return null;
}

/** Why a project can't get the other visibility, as the API names it. */
export function reasonOf(excess: Excess, isPrivate: boolean): string | null {
  const visibility = isPrivate ? 'private' : 'public';
  if (excess === null) return null;
  return excess === 'projects' ? `max_${visibility}_projects` : `max_${visibility}_projects_memberships`;
}

/** How many private and public projects each owner has. */
export function ownedCounts(
  projects: readonly { owner: number | null; is_private: boolean }[],
): { user: number; private: number; public: number }[] {
  const counts = new Map<number, { user: number; private: number; public: number }>();
  for (const { owner, is_private } of projects) {
    if (owner === null) continue;
    const count = counts.get(owner) ?? { user: owner, private: 0, public: 0 };
    count[is_private ? 'private' : 'public'] += 1;
    counts.set(owner, count);
  }
  return [...counts.values()];
}
