import type { NodeTools } from '../../../lib/contracts/node';
import { now } from '../../../lib/resource/values';
import { webhooksOf, type Webhook } from '../webhook';
import { abandon } from './queue';

/** Takes a webhook out of use until it is saved or a test arrives, and tells the administrators of its project. */
export async function disable(node: NodeTools, webhook: Webhook, reason: 'gone' | 'failing'): Promise<void> {
  const disabled = await webhooksOf(node.store).updateOne({ id: webhook.id, disabled_at: null }, { set: { disabled_at: now() } });
  await abandon(node.store, webhook.id);
  // Of several that see it fail, one tells.
  if (disabled > 0) await tell(node, webhook, reason);
}

async function tell(node: NodeTools, { project, name, url }: Webhook, reason: 'gone' | 'failing'): Promise<void> {
  const context = await node.caches.projects.one(project);
  if (!context) return;
  const administrators = context.members.filter(({ is_admin }) => is_admin).map(({ user }) => user);
  const accounts = await node.call('auth.accounts', { ids: administrators });
  const settingsUrl = `${node.config.addresses.site}/project/${context.slug}/admin/third-parties/webhooks`;
  const values = { project: context.name, name, url, reason, settingsUrl };
  const readers = accounts.filter(({ is_active }) => is_active);
  await Promise.all(readers.map(({ email, lang }) => node.mailer.sendTemplate('webhook_disabled', { to: email, language: lang, values })));
}
