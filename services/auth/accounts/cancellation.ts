import type { Caller, NodeTools } from '../../../lib/contracts/node';
import { comparable } from '../../../lib/email-address';
import { now } from '../../../lib/resource/values';
import { storedUnlessDuplicate } from '../../../lib/store/duplicates';
import { forgetApplicationTokens } from '../applications/application-tokens';
import { forgetLinks } from '../login/provider-links';
import { forgetPersonalTokens } from '../personal-tokens/personal-tokens';
import { forgetProjectSettings } from '../settings/project-settings';
import { forgetStorage } from '../settings/user-storage';
import { accountsOf, type AccountDocument } from './account';
import { removeAvatarFiles } from './avatar';

/** Domain of the addresses of cancelled accounts, which nobody reads. */
const nowhere = 'taiga.io';

/**
 * Closes an account (users.md §5): first all that identifies the person goes and every token stops working, then what
 * depends on the account. What a crash leaves undone is finished later by {@link finishCancellations}.
 */
export async function cancelAccount(node: NodeTools, call: Caller, account: AccountDocument): Promise<void> {
  await anonymise(node, account);
  await removeAvatarFiles(node, account.avatar);
  if (account.export_path) await node.files.remove(account.export_path);
  await node.invalidate({ users: [account.id] });
  await leave(node, call, account.id);
}

/** Ends the cancellations that were broken off. */
export async function finishCancellations(node: NodeTools): Promise<void> {
  for (const { id } of await accountsOf(node).find({ filter: { is_leaving: true }, fields: ['id'] })) await leave(node, node.call, id);
}

async function leave(node: NodeTools, call: Caller, user: number): Promise<void> {
  await call('projects.blockOwnedBy', { user });
  await call('memberships.removeUser', { user });
  const forgetAll = [forgetLinks, forgetApplicationTokens, forgetPersonalTokens, forgetStorage, forgetProjectSettings];
  await Promise.all(forgetAll.map((forget) => forget(node, user)));
  await accountsOf(node).updateOne({ id: user }, { set: { is_leaving: false } });
}

async function anonymise(node: NodeTools, { id, date_cancelled: cancelled }: AccountDocument): Promise<void> {
  // Two accounts may be closed within one millisecond.
  for (let moment = Date.now(); ; moment++) {
    const username = `deleted-user-${moment}`;
    const email = `${username}@${nowhere}`;
    const names = { username, username_key: comparable(username), email, email_key: comparable(email), full_name: 'Deleted user' };
    const set = { ...names, ...emptied, date_cancelled: cancelled ?? now() };
    if (await storedUnlessDuplicate(() => accountsOf(node).updateOne({ id }, { set }))) return;
  }
}

const emptied: Partial<AccountDocument> = {
  is_active: false,
  is_leaving: true,
  is_superuser: false,
  color: '',
  bio: '',
  lang: '',
  theme: '',
  timezone: '',
  avatar: null,
  password: null,
  new_email: null,
  email_token: null,
  recovery_key: null,
  export_path: null,
  exported_at: null,
};
