import type { ChangeEntry, ElementKind } from '../../lib/contracts/changes';
import type { InternalCall } from '../../mixins/service';
import { isCommentEvent } from './comment-event';
import { involvedIn, readersOf, type Involved } from './involved';
import { liveMessages } from './live/live.rules';
import { composeMails } from './mails/compose';
import { mailLoopOf } from './mails/mail-loop';
import { gather } from './mails/notices';
import { toldOf } from './mails/told';
import type { ProjectContext } from '../../lib/contracts/project-context';
import { notifyOnWeb } from './web/notify';

/** Kinds of which nobody hears. */
const silent: ReadonlySet<ElementKind> = new Set<ElementKind>(['project', 'relateduserstory', 'user']);

/** Tells of a change whoever wants to hear of it: in the client, by a live notification, by mail (notifications.md). */
export async function notify(entry: ChangeEntry, { node, call }: Pick<InternalCall, 'node' | 'call'>): Promise<void> {
  if (entry.project === null || silent.has(entry.kind)) return;
  const context = await node.caches.projects.one(entry.project);
  if (!context) return;
  const [heard] = await involvedIn([{ entry, context }], node);
  if (!heard) return;
  const { involved } = heard;
  await notifyOnWeb([heard], { node, call });
  if (entry.hidden || isCommentEvent(entry)) return;
  await mail(entry, context, involved, node);
  node.push(liveMessages(entry, context, node.config.addresses.site, readersOf(entry, context, involved, 'live_notify_level')));
}

/** Makes the web notifications of changes before their request is answered. */
export async function record({ entries }: { entries: ChangeEntry[] }, { node, call }: Pick<InternalCall, 'node' | 'call'>): Promise<void> {
  const contexts = await node.caches.projects.many(entries.map(({ project }) => project).filter((project) => project !== null));
  const heard = entries.flatMap((entry) => {
    const context = entry.project === null ? undefined : contexts.get(entry.project);
    return context ? [{ entry, context }] : [];
  });
  await notifyOnWeb(await involvedIn(heard, node), { node, call });
}

async function mail(entry: ChangeEntry, context: ProjectContext, involved: Involved, node: InternalCall['node']): Promise<void> {
  const readers = readersOf(entry, context, involved, 'notify_level');
  if (readers.length === 0) return;
  const { notifyInterval } = node.config.mail;
  const told = toldOf(entry, context);
  if (notifyInterval > 0) {
    await gather(node.store, told, readers, notifyInterval);
    return;
  }
  await composeMails(node, told.id, [told], readers);
  mailLoopOf(node)?.wake();
}
