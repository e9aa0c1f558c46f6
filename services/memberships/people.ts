import type { Account } from '../../lib/contracts/account-actions';
import type { Caller, NodeTools } from '../../lib/contracts/node';
import type { ProjectContext } from '../../lib/contracts/project-context';
import type { Person } from './memberships.rules';

/** Names and addresses of users, for what memberships keep of them. */
export async function personsOf(node: NodeTools, call: Caller, users: readonly number[]): Promise<Map<number, Person>> {
  return personsAmong(node, await call('auth.accounts', { ids: [...users] }));
}

/** The same of accounts that were looked up already. */
export async function personsAmong(node: NodeTools, accounts: readonly Account[]): Promise<Map<number, Person>> {
  const cards = await node.caches.users.many(accounts.map(({ id }) => id));
  return new Map(accounts.map(({ id, username, email }) => [id, { username, email, full_name: cards.get(id)?.full_name ?? '' }]));
}

/** Ids of the project's active administrators. */
export async function activeAdministrators(node: NodeTools, context: ProjectContext): Promise<Set<number>> {
  const administrators = context.members.filter(({ is_admin }) => is_admin).map(({ user }) => user);
  const cards = await node.caches.users.many(administrators);
  return new Set(administrators.filter((user) => cards.get(user)?.is_active));
}
