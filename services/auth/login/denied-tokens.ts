import type { NodeTools } from '../../../lib/contracts/node';
import type { Collection, CollectionDeclaration } from '../../../lib/contracts/store';
import type { VerifiedToken } from '../../../lib/tokens';
import { storedUnlessDuplicate } from '../../../lib/store/duplicates';

/** A refresh token that was used; the id is its `jti`, so that of two uses at once one is refused. */
interface DeniedToken {
  id: string;
  user: number;
  /** Unix seconds. */
  expires: number;
}

export const deniedTokensCollection: CollectionDeclaration = { name: 'denied_tokens', indexes: [{ fields: ['expires'] }] };

const deniedTokens = (node: NodeTools): Collection<DeniedToken> => node.store.collection<DeniedToken>(deniedTokensCollection.name);

/** Uses up a refresh token. @returns false when it was used before */
export const spend = (node: NodeTools, { jti, userId, expires }: VerifiedToken): Promise<boolean> =>
  storedUnlessDuplicate(() => deniedTokens(node).insert({ id: jti, user: userId, expires }));

/** Forgets tokens that have expired and would be refused anyway. */
export async function purgeDeniedTokens(node: NodeTools): Promise<void> {
  await deniedTokens(node).remove({ expires: { lt: Math.floor(Date.now() / 1000) } });
}
