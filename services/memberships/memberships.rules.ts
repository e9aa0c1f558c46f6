import type { Membership } from './documents';

/** What of a person decides the place in lists of memberships. */
export interface SortedPerson {
  full_name: string;
  username: string;
  email: string;
}

/** Below every character that a name may have. */
const separator = '\u0001';

/**
 * Orders people by full name, username and address, and invitations after them by theirs. Kept in the document, so
 * that a list over many projects is one sorted and limited look-up.
 */
export function sortKeyOf(person: SortedPerson | null, invited: string | null): string {
  return person ? ['0', person.full_name, person.username, person.email].join(separator) : `1${invited ?? ''}`;
}

/** Fields of a membership that isn't made by a request for memberships. */
export function membershipOf(facts: Partial<Membership> & Pick<Membership, 'project' | 'user' | 'role' | 'sort_key' | 'created_at'>): Membership {
  return { id: 0, is_admin: false, email: null, invited: null, token: null, invited_by: null, invitation_extra_text: null, user_order: 0, ...facts };
}
