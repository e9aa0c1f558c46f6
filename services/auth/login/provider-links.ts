import type { NodeTools } from '../../../lib/contracts/node';
import type { Collection, CollectionDeclaration } from '../../../lib/contracts/store';
import { duplicateKeyOf } from '../../../lib/store/errors';

/** An account's identity at a login provider (auth.md §2). */
export interface ProviderLink {
  id: number;
  user: number;
  provider: string;
  /** The user's id at the provider, as text. */
  provider_user: string;
  extra: Record<string, unknown>;
}

export const providerLinksCollection: CollectionDeclaration = {
  name: 'provider_links',
  indexes: [{ fields: ['provider', 'provider_user'], unique: true }, { fields: ['user'] }],
};

const links = (node: Pick<NodeTools, 'store'>): Collection<ProviderLink> =>
  node.store.collection<ProviderLink>(providerLinksCollection.name);

/** The user that an identity belongs to, or null. */
export async function linkedUser(node: NodeTools, provider: string, providerUser: string): Promise<number | null> {
  return (await links(node).findOne({ provider, provider_user: providerUser }))?.user ?? null;
}

/** The users that identities belong to. */
export async function linkedUsers(node: NodeTools, provider: string, ids: readonly string[]): Promise<{ id: string; user: number }[]> {
  const found = await links(node).find({ filter: { provider, provider_user: { in: ids } } });
  return found.map(({ provider_user, user }) => ({ id: provider_user, user }));
}

/** Links an identity to an account. @returns the user that has it, which is another one when that was faster */
export async function link(node: NodeTools, values: Omit<ProviderLink, 'id'>): Promise<number> {
  try {
    await links(node).insert({ ...values, id: await node.store.take('provider_links') });
    return values.user;
  } catch (error) {
    const owner = duplicateKeyOf(error) && (await linkedUser(node, values.provider, values.provider_user));
    if (owner === null) throw error;
    return owner;
  }
}

/** Removes all identities of a user. */
export async function forgetLinks(node: NodeTools, user: number): Promise<void> {
  await links(node).remove({ user });
}
