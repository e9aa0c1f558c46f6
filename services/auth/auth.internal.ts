import type { PublicUser } from '../../lib/contracts/account-actions';
import { RestRequest } from '../../lib/resource/request';
import type { InternalHandlers } from '../../mixins/service';
import { comparable } from '../../lib/email-address';
import { accountsOf } from './accounts/account';
import { accountFacts, cardOf, publicUsers } from './accounts/views';
import { systemUser } from './accounts/system-users';
import { linkedUser, linkedUsers } from './login/provider-links';
import { applicationTokenCards } from './applications/application-tokens';
import { addApplication, changeApplication, listApplications, removeApplication, renewApplicationKey } from './applications/operator';
import { personalTokenCards } from './personal-tokens/personal-tokens';
import { forgetProject, homepagesOf } from './settings/project-settings';

/** What other services ask of accounts. */
export const internal: InternalHandlers<'auth'> = {
  cards: async ({ ids }, { node }) => (await accountsOf(node).findByIds(ids)).map((account) => cardOf(account, node.config)),
  accounts: async ({ ids }, { node }) => (await accountsOf(node).findByIds(ids)).map(accountFacts),
  accountsByEmail: async ({ emails }, { node }) => {
    const found = await accountsOf(node).find({ filter: { email_key: { in: emails.map(comparable) }, is_active: true } });
    return found.map(accountFacts);
  },
  accountsByUsername: async ({ usernames }, { node }) => {
    const found = await accountsOf(node).find({ filter: { username: { in: usernames }, is_active: true } });
    return found.map(accountFacts);
  },
  publicUsers: async ({ ids }, call) => {
    const found = await accountsOf(call.node).findByIds(ids);
    return (await publicUsers(RestRequest.inside(call), found)) as PublicUser[];
  },
  homepages: ({ users }, { node }) => homepagesOf(node, users),
  registrations: async ({ since }, { node }) => {
    const filter = { is_active: true, is_system: false };
    const [total, days] = await Promise.all([
      accountsOf(node).count(filter),
      accountsOf(node).group({ by: 'joined_day', filter: { ...filter, joined_day: { gte: since.slice(0, 10) } } }),
    ]);
    return { total, days: Object.fromEntries(days.map(({ key, count }) => [String(key), count])) };
  },
  removeProject: ({ project }, { node }) => forgetProject(node, project),
  systemUser: ({ host }, { node }) => systemUser(node, host),
  userOfProvider: async ({ provider, id }, { node }) => {
    const user = await linkedUser(node, provider, id);
    const account = user === null ? null : await accountsOf(node).findById(user);
    return account?.is_active ? account.id : null;
  },
  applicationTokenCards: ({ ids }, { node }) => applicationTokenCards(node, ids),
  personalTokenCards: ({ ids }, { node }) => personalTokenCards(node, ids),
  listApplications: (_none, { node }) => listApplications(node),
  addApplication: (values, { node }) => addApplication(node, values),
  changeApplication: ({ id, values }, { node }) => changeApplication(node, id, values),
  renewApplicationKey: ({ id }, { node }) => renewApplicationKey(node, id),
  removeApplication: ({ id }, { node }) => removeApplication(node, id),
  usersOfProvider: async ({ provider, ids }, { node }) => {
    const linked = await linkedUsers(node, provider, ids);
    const accounts = await accountsOf(node).findByIds(linked.map(({ user }) => user));
    const active = new Set(accounts.filter(({ is_active }) => is_active).map(({ id }) => id));
    return linked.filter(({ user }) => active.has(user));
  },
};
