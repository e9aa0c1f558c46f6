import type { ProjectContext } from '../../lib/contracts/project-context';
import type { Membership } from './documents';

/** What of a person decides the place in lists of memberships. */
export interface Person {
  full_name: string;
  username: string;
  email: string;
}

/** Below every character that a name may have. */
const separator = '\u0001';

/**
 * Orders people by full name, username and address, and invitations after them by theirs. Kept in the document and
 * renewed when a user's name changes, which is rare, so that a list over any number of projects is one sorted look-up.
 */
export function sortKeyOf(person: Person | null, invited: string | null): string {
  return person ? ['0', person.full_name, person.username, person.email].join(separator) : `1${separator}${invited ?? ''}`;
}

/** What a membership holds of its member beside the id. */
export function personalFields(person: Person): Pick<Membership, 'user_email' | 'sort_key'> {
  return { user_email: person.email, sort_key: sortKeyOf(person, null) };
}

/**
 * Whether a project can't do without this administrator: its owner, or the last active one.
 * @param active ids of the active users among the project's administrators
 */
export function isIndispensable(
  context: Pick<ProjectContext, 'owner' | 'members'>,
  { user, is_admin }: Pick<Membership, 'user' | 'is_admin'>,
  active: ReadonlySet<number>,
): boolean {
  if (user === null) return false;
  if (context.owner === user) return true;
  return is_admin && !context.members.some((member) => member.user !== user && member.is_admin && active.has(member.user));
}

/** Order of an unanswered invitation in its member's list: behind all others. */
export const lastOrder = (): number => Date.now();
