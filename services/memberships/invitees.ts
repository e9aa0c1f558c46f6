import { randomUUID } from 'node:crypto';
import type { Account } from '../../lib/contracts/account-actions';
import type { ProjectContext } from '../../lib/contracts/project-context';
import { comparable, isEmailAddress } from '../../lib/email-address';
import { apiError } from '../../lib/errors';
import { limitOf } from '../../lib/owner-limits';
import type { RestRequest } from '../../lib/resource/request';
import { membershipsOf, type Membership } from './documents';
import type { Invitee, KnownPeople } from './invitees.rules';
import { lastOrder, personalFields, sortKeyOf, type Person } from './memberships.rules';
import { personsAmong } from './people';
import { contactsOf } from './people.internal';

/** At most this many unanswered invitations for a project. */
const mostInvitations = 30;

/** Looks up all that decides about these names and addresses, in a number of steps that doesn't depend on how many they are. */
export async function knownPeople(request: RestRequest, project: number, names: readonly string[]): Promise<KnownPeople> {
  const addresses = names.filter(isEmailAddress);
  const usernames = names.filter((name) => !isEmailAddress(name));
  const [withAddress, withName, contacts] = await Promise.all([
    addresses.length === 0 ? [] : request.call('auth.accountsByEmail', { emails: addresses.map(comparable) }),
    usernames.length === 0 ? [] : request.call('auth.accountsByUsername', { usernames }),
    usernames.length === 0 || !request.user ? [] : contactsOf({ user: request.user.id }, request),
  ]);
  const { found, unanswered } = await membersAmong(request, project, [...withAddress, ...withName], addresses);
  return {
    byAddress: new Map(withAddress.map((account) => [comparable(account.email), account])),
    byUsername: new Map(withName.map((account) => [account.username, account])),
    contacts: new Set(contacts),
    members: new Set(found.map(({ user }) => user).filter((user) => user !== null)),
    invited: new Set(found.map(({ invited }) => invited).filter((address) => address !== null)),
    unanswered,
    domains: request.node.config.accounts.allowedEmailDomains,
  };
}

/** Who of them is there already, and how many invitations are, in one look-up. */
async function membersAmong(
  request: RestRequest,
  project: number,
  accounts: readonly Account[],
  addresses: readonly string[],
): Promise<{ found: Membership[]; unanswered: number }> {
  const users = { user: { in: accounts.map(({ id }) => id) } };
  const invitations = { invited: { in: addresses.map(comparable) } };
  const memberships = membershipsOf(request.node.store);
  const { found, counts } = await memberships.together([{ filter: { project, or: [users, invitations] } }], [{ project, user: null }]);
  return { found: found[0] ?? [], unanswered: counts[0] ?? 0 };
}

/** What is stored for each invitee: an account becomes a member at once, an address gets an invitation with a token. */
export async function membershipsFor(
  request: RestRequest,
  places: readonly { invitee: Invitee; values: Partial<Membership> }[],
): Promise<Partial<Membership>[]> {
  const accounts = places.map(({ invitee }) => invitee.account).filter((account) => account !== null);
  const persons = accounts.length === 0 ? new Map<number, Person>() : await personsAmong(request.node, accounts);
  const invited_by = request.user?.id ?? null;
  return places.map(({ invitee: { account, address }, values }) => {
    const person = account && persons.get(account.id);
    if (account && person) return { ...values, invited_by, user: account.id, ...personalFields(person) };
    const invited = comparable(address ?? '');
    return {
      ...values,
      invited_by,
      email: address,
      invited,
      token: randomUUID(),
      user_order: lastOrder(),
      sort_key: sortKeyOf(null, invited),
    };
  });
}

/** @throws 400 when the project has no room for these (memberships.md §3) */
export async function demandRoom(
  request: RestRequest,
  context: ProjectContext,
  invitees: readonly Invitee[],
  unanswered: number,
): Promise<void> {
  const users = invitees.map(({ account }) => account?.id).filter((id) => id !== undefined);
  const emails = invitees.flatMap(({ account, address }) => (account || !address ? [] : [comparable(address)]));
  if (await isLimited(request, context))
    await request.call('projects.demandRoom', { project: context.id, newUsers: users, newEmails: emails });
  if (emails.length === 0) return;
  if (unanswered + emails.length <= mostInvitations) return;
  throw apiError('NOT_ENOUGH_SLOTS', 'You have reached the current limit of pending memberships', {
    'Taiga-Info-Project-Memberships': String(context.total_memberships + invitees.length),
    'Taiga-Info-Project-Is-Private': context.is_private ? 'True' : 'False',
  });
}

/** Whether the owner may have only so many people, whom the projects count. */
async function isLimited({ node }: RestRequest, { owner, is_private }: ProjectContext): Promise<boolean> {
  const card = owner === null ? null : await node.caches.users.one(owner);
  return card !== null && card !== undefined && limitOf(card, is_private).memberships !== null;
}
