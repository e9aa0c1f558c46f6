import type { Account } from '../../lib/contracts/account-actions';
import { comparable, isAllowedDomain, isEmailAddress } from '../../lib/email-address';

/** What is known about those whom a request names. */
export interface KnownPeople {
  /** By comparable address. */
  byAddress: ReadonlyMap<string, Account>;
  byUsername: ReadonlyMap<string, Account>;
  /** Ids of those who share a project with the requester. */
  contacts: ReadonlySet<number>;
  /** Users and comparable addresses that the project has already. */
  members: ReadonlySet<number>;
  invited: ReadonlySet<string>;
  /** How many invitations of the project wait for an answer. */
  unanswered: number;
  /** Mail domains that may be invited; empty for all. */
  domains: readonly string[];
}

/** Somebody to be added: an account, or an address without one. */
export interface Invitee {
  account: Account | null;
  /** The address as it was written; null for one named by username. */
  address: string | null;
}

export type Refusal = 'stranger' | 'member';

/** Finds out whom a name or an address means, or why they can't be added (memberships.md §3). */
export function inviteeOf(name: string, known: KnownPeople): Invitee | Refusal {
  const isAddress = isEmailAddress(name);
  const account = (isAddress ? known.byAddress.get(comparable(name)) : known.byUsername.get(name)) ?? null;
  if (account && known.members.has(account.id)) return 'member';
  if (!isAddress) return account && known.contacts.has(account.id) ? { account, address: null } : 'stranger';
  if (known.invited.has(comparable(name))) return 'member';
  return isAllowedDomain(name, known.domains) ? { account, address: name } : 'stranger';
}

/** Whether two of the people are the same. */
export function hasRepetition(invitees: readonly Invitee[]): boolean {
  const keys = invitees.map(({ account, address }) => account?.id ?? comparable(address ?? ''));
  return new Set(keys).size < keys.length;
}
