import type { NodeTools } from '../../../lib/contracts/node';
import type { Collection, CollectionDeclaration, Filter } from '../../../lib/contracts/store';
import type { TokenCard, TokenScope } from '../../../lib/contracts/token-scopes';

/** A token that a user made for a program of one's own. The token itself isn't kept. */
export interface PersonalToken {
  id: number;
  user: number;
  name: string;
  scopes: TokenScope[];
  hash: string;
  created_date: string;
  expires_date: string;
}

export const personalTokensCollection: CollectionDeclaration = {
  name: 'personal_tokens',
  indexes: [{ fields: ['user'] }, { fields: ['expires_date'] }],
};

export const personalTokensOf = (node: Pick<NodeTools, 'store'>): Collection<PersonalToken> =>
  node.store.collection<PersonalToken>(personalTokensCollection.name);

/** Expired ones too; whoever checks a token knows the time. */
export async function personalTokenCards(node: NodeTools, ids: readonly number[]): Promise<TokenCard[]> {
  const found = await personalTokensOf(node).findByIds(ids);
  return found.map(({ id, user, hash, scopes, expires_date: expires }) => ({ id, user, hash, scopes, expires }));
}

/** Takes tokens back; they stop working before this resolves. @returns how many */
export async function removePersonalTokens(node: NodeTools, filter: Filter): Promise<number> {
  const tokens = personalTokensOf(node);
  const ids = (await tokens.find({ filter, fields: ['id'] })).map(({ id }) => id);
  if (ids.length === 0) return 0;
  const removed = await tokens.remove({ id: { in: ids } });
  await node.invalidate({ personalTokens: ids });
  return removed;
}

/** Takes back all that a user has made. */
export async function forgetPersonalTokens(node: NodeTools, user: number): Promise<void> {
  await removePersonalTokens(node, { user });
}

/** Milliseconds for which an expired token is still listed, so that its owner sees why a program was refused. */
const shownAfterExpiry = 30 * 86_400_000;

/** Removes what expired long ago. */
export async function purgePersonalTokens(node: NodeTools): Promise<void> {
  const before = new Date(Date.now() - shownAfterExpiry).toISOString();
  await personalTokensOf(node).remove({ expires_date: { lt: before } });
}
