import { randomUUID } from 'node:crypto';
import type { ExternalApplication } from '../../../lib/config';
import type { NodeTools } from '../../../lib/contracts/node';
import type { Collection, CollectionDeclaration } from '../../../lib/contracts/store';
import { duplicateKeyOf } from '../../../lib/store/errors';

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
  indexes: [{ fields: ['user', 'application'], unique: true }, { fields: ['application', 'auth_code'] }, { fields: ['token'] }],
};

export const applicationTokensOf = (node: Pick<NodeTools, 'store'>): Collection<ApplicationToken> =>
  node.store.collection<ApplicationToken>(applicationTokensCollection.name);

/** An application that the operator has admitted. */
export function findApplication(node: Pick<NodeTools, 'config'>, id: unknown): ExternalApplication | null {
  return node.config.accounts.applications.find((application) => application.id === id) ?? null;
}

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

/** The user of an application's token; null for an unknown one, and for an application that isn't admitted any more. */
export async function applicationUser(node: NodeTools, token: string): Promise<{ userId: number } | null> {
  if (token === '') return null;
  const found = await applicationTokensOf(node).findOne({ token });
  return found && findApplication(node, found.application) ? { userId: found.user } : null;
}

/** Takes back all that a user has granted. */
export async function forgetApplicationTokens(node: NodeTools, user: number): Promise<void> {
  await applicationTokensOf(node).remove({ user });
}
