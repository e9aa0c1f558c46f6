import { randomUUID } from 'node:crypto';
import type { CodeHost } from '../../../lib/contracts/outside-actions';
import type { NodeTools } from '../../../lib/contracts/node';
import { apiErrorOf } from '../../../lib/errors';
import { accountsOf, type AccountDocument } from './account';
import { createAccount } from './new-account';

const names: Record<CodeHost, string> = { github: 'GitHub', gitlab: 'GitLab', bitbucket: 'BitBucket', gogs: 'Gogs' };

/**
 * The user in whose name a code host writes (hooks.md): nobody can log in as it. Its address is the same in every
 * process, so that of several that make it at once one is refused.
 */
export async function systemUser(node: NodeTools, host: CodeHost): Promise<number> {
  const known = await knownUser(node, host);
  if (known) return known.id;
  try {
    const username = `${host}-${randomUUID().replaceAll('-', '')}`;
    const facts = { username, email: addressOf(host), full_name: names[host], password: null };
    return (await createAccount(node, { ...facts, is_active: false, is_system: true, email_token: null })).id;
  } catch (error) {
    const made = apiErrorOf(error) && (await knownUser(node, host));
    if (!made) throw error;
    return made.id;
  }
}

const addressOf = (host: CodeHost) => `${host}@system.invalid`;

const knownUser = (node: NodeTools, host: CodeHost): Promise<AccountDocument | null> =>
  accountsOf(node).findOne({ email_key: addressOf(host), is_system: true });
