import type { UserCard } from './contracts/user-card';

/** What an owner may have of one visibility; null is no limit. */
export interface Limit {
  projects: number | null;
  memberships: number | null;
}

type Limited = Pick<
  UserCard,
  'max_private_projects' | 'max_public_projects' | 'max_memberships_private_projects' | 'max_memberships_public_projects'
>;

/** The owner's limit for private or public projects (projects.md §2). */
export function limitOf(owner: Limited, isPrivate: boolean): Limit {
  return isPrivate
    ? { projects: owner.max_private_projects, memberships: owner.max_memberships_private_projects }
    : { projects: owner.max_public_projects, memberships: owner.max_memberships_public_projects };
}
