import type { NodeTools } from '../../../lib/contracts/node';
import type { Collection, CollectionDeclaration } from '../../../lib/contracts/store';
import type { VerifiedToken } from '../../../lib/tokens';
import { duplicateKeyOf } from '../../../lib/store/errors';

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
export async function spend(node: NodeTools, { jti, userId, expires }: VerifiedToken): Promise<boolean> {
  try {
    await deniedTokens(node).insert({ id: jti, user: userId, expires });
    return true;
  } catch (error) {
    if (duplicateKeyOf(error)) return false;
    throw error;
  }
}

/** Forgets tokens that have expired and would be refused anyway. */
export async function purgeDeniedTokens(node: NodeTools): Promise<void> {
  await deniedTokens(node).remove({ expires: { lt: Math.floor(Date.now() / 1000) } });
}
