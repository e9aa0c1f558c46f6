import type { NodeTools } from '../../../lib/contracts/node';
import type { Message, RenderedMail } from '../../../lib/mail';
import { enqueue } from '../../../lib/mail/queue';
import { mailLanguage, notificationMail } from './content';
import { threadHeaders } from './headers.rules';
import { digestOf } from './squash.rules';
import type { Told } from './told';

/**
 * Puts the mails about some entries of one element, oldest first, into the queue: one for each reader, rendered once for
 * each language.
 * @param id of the first entry
 */
export async function composeMails(node: NodeTools, id: string, entries: readonly Told[], readers: readonly number[]): Promise<void> {
  const digest = digestOf(entries);
  if (!digest || readers.length === 0) return;
  const { actor } = digest.last;
  const [accounts, author] = await Promise.all([
    node.call('auth.accounts', { ids: [...readers] }),
    actor === null ? null : node.caches.users.one(actor),
  ]);
  const { mail, addresses } = node.config;
  const site = addresses.site;
  const thread = { told: digest.last, entry: id, product: mail.productName, host: new URL(addresses.api).hostname, site, date: new Date() };
  const rendered = new Map<string, RenderedMail>();
  const messages = accounts
    .filter(({ is_active }) => is_active)
    .map((account): { id: string; message: Message } => {
      const language = mailLanguage(account.lang);
      const content = rendered.get(language) ?? notificationMail(digest, author?.full_name_display ?? null, site, language);
      rendered.set(language, content);
      return { id: `${id}:${account.id}`, message: { to: account.email, ...content, ...threadHeaders(thread) } };
    });
  await enqueue(node.store, messages);
}
