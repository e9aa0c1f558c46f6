import { randomUUID } from 'node:crypto';
import type { NodeTools } from '../../../lib/contracts/node';
import type { Collection, CollectionDeclaration, Filter } from '../../../lib/contracts/store';
import type { TokenCard } from '../../../lib/contracts/token-scopes';
import { hashToken } from '../../../lib/opaque-tokens';
import { duplicateKeyOf } from '../../../lib/store/errors';
import { findApplications } from './applications';

/** What a user has granted to an application (applications.md §1). */
export interface ApplicationToken {
  id: number;
  user: number;
  application: string;
  auth_code: string | null;
  state: string | null;
  token: string | null;
}

export const applicationTokensCollection: CollectionDeclaration = {
  name: 'application_tokens',
  indexes: [{ fields: ['user', 'application'], unique: true }, { fields: ['application', 'auth_code'] }],
};

export const applicationTokensOf = (node: Pick<NodeTools, 'store'>): Collection<ApplicationToken> =>
  node.store.collection<ApplicationToken>(applicationTokensCollection.name);

/** Gives the user's token for an application a new code; makes the token when there is none. */
export async function issueCode(node: NodeTools, user: number, application: string, state: string | null): Promise<ApplicationToken> {
  const issued = await renewCode(node, user, application, state);
  if (issued) return issued;
  const id = await node.store.take('application_tokens');
  try {
    return await applicationTokensOf(node).insert({ id, user, application, auth_code: randomUUID(), state, token: null });
  } catch (error) {
    const made = duplicateKeyOf(error) && (await renewCode(node, user, application, state));
    if (made) return made;
    throw error;
  }
}

/** As {@link issueCode}, but null when there is no token yet. */
export function renewCode(node: NodeTools, user: number, application: string, state: string | null): Promise<ApplicationToken | null> {
  return applicationTokensOf(node).findOneAndUpdate({ user, application }, { set: { auth_code: randomUUID(), state } });
}

/** The tokens that work: those of applications that are still admitted. */
export async function applicationTokenCards(node: NodeTools, ids: readonly number[]): Promise<TokenCard[]> {
  const found = await applicationTokensOf(node).findByIds(ids);
  const admitted = await findApplications(node, new Set(found.map(({ application }) => application)));
  return found.flatMap(({ id, user, application, token }) =>
    token !== null && admitted.has(application) ? [{ id, user, hash: hashToken(token), scopes: null, expires: null }] : [],
  );
}

/** Takes grants back; their tokens stop working before this resolves. @returns how many */
export async function removeApplicationTokens(node: NodeTools, filter: Filter): Promise<number> {
  const tokens = applicationTokensOf(node);
  const found = await tokens.find({ filter, fields: ['id'] });
  if (found.length === 0) return 0;
  const ids = found.map(({ id }) => id);
  const removed = await tokens.remove({ id: { in: ids } });
  await node.invalidate({ applicationTokens: ids });
  return removed;
}

/** Takes back all that a user has granted. */
export async function forgetApplicationTokens(node: NodeTools, user: number): Promise<void> {
  await removeApplicationTokens(node, { user });
}
