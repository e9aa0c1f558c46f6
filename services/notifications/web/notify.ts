import type { ChangeEntry } from '../../../lib/contracts/changes';
import type { NodeTools } from '../../../lib/contracts/node';
import type { ProjectContext } from '../../../lib/contracts/project-context';
import type { UserCard } from '../../../lib/contracts/user-card';
import type { Renderer } from '../../../lib/resource/rendering';
import { now } from '../../../lib/resource/values';
import { subjectOf } from '../addresses';
import { editorOf, isCommentEvent } from '../comment-event';
import type { Involved } from '../involved';
import { shownDate } from './dates';
import { mentionsOf } from './mentions';
import { webNotices, type WebNotice } from './web.rules';
import { webNotificationsOf, type WebFacts, type WebNotification } from './web-notification';

/** Makes the web notifications of an entry, each once, and pushes them to their readers. */
export async function notifyOnWeb(entry: ChangeEntry, context: ProjectContext, involved: Involved, renderer: Renderer): Promise<void> {
  const { node } = renderer;
  const author = isCommentEvent(entry) ? editorOf(entry) : entry.actor;
  const mentions = await mentionsOf(entry, context, renderer);
  const notices = webNotices(entry, mentions);
  const card = notices.length === 0 || author === null ? null : await node.caches.users.one(author);
  if (!card) return;
  const data = dataOf(entry, context, card);
  const made = notices.flatMap((notice) => notificationsOf(entry, notice, data, (user) => user !== author && hears(involved, user)));
  const stored = await store(node, made);
  node.push(stored.map(({ user }) => ({ key: `web_notifications.${user}`, session: entry.sessionId, data })));
}

const hears = ({ policies, cards }: Involved, user: number) =>
  policies.get(user)?.web_notify_level === true && cards.get(user)?.is_active === true;

function notificationsOf(
  entry: ChangeEntry,
  { type, users }: WebNotice,
  data: Record<string, unknown>,
  isTold: (user: number) => boolean,
): WebFacts[] {
  // An edited comment comes as a new entry each time, yet mentions somebody anew only once.
  const source = isCommentEvent(entry) ? `${entry.kind}:${entry.object}:${entry.at}` : entry.id;
  return users.filter(isTold).map((user) => ({
    ...{ event_type: type, user, data, created: now(), read: null, unread: 1 as const },
    origin: `${source}:${type}:${user}`,
  }));
}

/** Stores those that aren't there yet: the entry comes more than once. @returns what was stored */
async function store({ store: documents }: NodeTools, made: WebFacts[]): Promise<WebFacts[]> {
  if (made.length === 0) return [];
  const collection = webNotificationsOf(documents);
  const known = new Set(await collection.distinct('origin', { origin: { in: made.map(({ origin }) => origin) } }));
  const fresh = made.filter(({ origin }) => !known.has(origin));
  if (fresh.length === 0) return [];
  const first = await documents.take('web_notifications', fresh.length);
  await collection.insertMany(fresh.map((notification, index): WebNotification => ({ id: first + index, ...notification })));
  return fresh;
}

function dataOf(entry: ChangeEntry, context: ProjectContext, author: UserCard): Record<string, unknown> {
  const { kind, object } = entry;
  const { ref, title } = subjectOf(entry);
  const obj = { id: object, ref, subject: kind === 'wikipage' ? null : title, content_type: kind };
  return {
    project: { id: context.id, slug: context.slug, name: context.name },
    user: {
      ...{ id: author.id, name: author.full_name_display, photo: author.photo, big_photo: author.big_photo },
      ...{ gravatar_id: author.gravatar_id, username: author.username, is_profile_visible: author.is_active && !author.is_system },
      date_joined: shownDate(author.date_joined),
    },
    ...(kind !== 'membership' && { obj }),
  };
}
