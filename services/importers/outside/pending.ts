import type { Importer } from '../../../lib/config';
import type { NodeTools } from '../../../lib/contracts/node';
import type { CollectionDeclaration } from '../../../lib/contracts/store';
import { duplicateKeyOf } from '../../../lib/store/errors';

/** That a user was sent away to let Larch in, and hasn't come back yet (OAuth 1). */
interface PendingAuthorization {
  /** `trello:7`: a user asks for one permission of a system at a time. */
  id: string;
  token: string;
  secret: string;
  /** The server that was asked; null for systems that have but one. */
  url: string | null;
  at: string;
}

export const pendingAuthorizations: CollectionDeclaration = { name: 'pending_authorizations', indexes: [{ fields: ['at'] }] };

/** Milliseconds for which a user may be away. */
const lifetime = 60 * 60_000;

const collectionOf = (node: Pick<NodeTools, 'store'>) => node.store.collection<PendingAuthorization>(pendingAuthorizations.name);

/** Keeps a request token until its user comes back; an earlier one of the user and those that nobody came back for go. */
export async function keepPending(
  node: Pick<NodeTools, 'store'>,
  system: Importer,
  user: number,
  values: Pick<PendingAuthorization, 'token' | 'secret' | 'url'>,
): Promise<void> {
  const id = `${system}:${user}`;
  const now = Date.now();
  const document = { ...values, at: new Date(now).toISOString() };
  await collectionOf(node).remove({ at: { lt: new Date(now - lifetime).toISOString() } });
  try {
    await collectionOf(node).insert({ id, ...document });
  } catch (error) {
    if (!duplicateKeyOf(error)) throw error;
    await collectionOf(node).updateOne({ id }, { set: document });
  }
}

/** Takes what was kept: it is good for one try. @returns null without one that is young enough */
export async function takePending(
  node: Pick<NodeTools, 'store'>,
  system: Importer,
  user: number,
): Promise<Pick<PendingAuthorization, 'token' | 'secret' | 'url'> | null> {
  const id = `${system}:${user}`;
  const found = await collectionOf(node).findById(id);
  const taken = found && (await collectionOf(node).remove({ id, token: found.token }));
  return found && taken && Date.parse(found.at) > Date.now() - lifetime ? found : null;
}
