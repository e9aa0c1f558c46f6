import type { RestRequest } from '../../../lib/resource/request';

/** Somebody outside. */
export interface OutsidePerson {
  id: string;
  full_name: string;
  avatar: string | null;
  /** Null where the system doesn't tell. */
  email: string | null;
  /** Account name outside; null where there is none. */
  username: string | null;
}

/** The account of somebody outside, as the lists of users show it. */
export interface KnownPerson {
  id: number;
  full_name: string;
  gravatar_id: string;
  photo: string | null;
}

/**
 * The accounts of people outside, by outside id: the one linked to the identity, else the one of the same address.
 * @param provider whose identities may be linked to accounts; null for none
 */
export async function knownPeople(
  { node, call }: RestRequest,
  people: readonly OutsidePerson[],
  provider: string | null,
): Promise<Map<string, KnownPerson>> {
  const emails = [...new Set(people.flatMap(({ email }) => (email === null ? [] : [email])))];
  const [linked, accounts] = await Promise.all([
    provider === null ? [] : call('auth.usersOfProvider', { provider, ids: people.map(({ id }) => id) }),
    emails.length === 0 ? [] : call('auth.accountsByEmail', { emails }),
  ]);
  const byIdentity = new Map(linked.map(({ id, user }) => [id, user]));
  // Addresses that only look alike are of different people.
  const byAddress = new Map(accounts.map(({ id, email }) => [email.toLowerCase(), id]));
  const idOf = ({ id, email }: OutsidePerson) => byIdentity.get(id) ?? byAddress.get(email?.toLowerCase() ?? '') ?? null;
  const ids = new Map(people.map((person) => [person.id, idOf(person)]));
  const cards = await node.caches.users.many([...ids.values()].filter((id) => id !== null));
  const known = new Map<string, KnownPerson>();
  for (const [outside, id] of ids) {
    const card = id === null ? undefined : cards.get(id);
    if (card) known.set(outside, { id: card.id, full_name: card.full_name_display, gravatar_id: card.gravatar_id, photo: card.photo });
  }
  return known;
}
