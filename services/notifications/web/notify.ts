import type { ChangeEntry } from '../../../lib/contracts/changes';
import type { NodeTools } from '../../../lib/contracts/node';
import type { ProjectContext } from '../../../lib/contracts/project-context';
import type { UserCard } from '../../../lib/contracts/user-card';
import type { Renderer } from '../../../lib/resource/rendering';
import { now } from '../../../lib/resource/values';
import { insertMissing, storedUnlessDuplicate } from '../../../lib/store/duplicates';
import { subjectOf } from '../addresses';
import { editorOf, isCommentEvent } from '../comment-event';
import type { Heard, Involved } from '../involved';
import { shownDate } from './dates';
import { mentionsOf } from './mentions';
import { webNotices, type WebNotice } from './web.rules';
import { webNotificationsOf, type WebFacts, type WebNotification } from './web-notification';

/** A notification of one person and the client that needn't be told of it. */
interface Notification {
  facts: WebFacts;
  session: string | null;
}

/**
 * Makes the web notifications of entries, each once, and pushes them to their readers.
 * @throws what came of the first entry that failed, once those of the others are made
 */
export async function notifyOnWeb(all: readonly (Heard & { involved: Involved })[], renderer: Renderer): Promise<void> {
  const { node } = renderer;
  const results = await Promise.allSettled(all.map((one) => notificationsOf(one, renderer)));
  const made = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
  const stored = await store(node, new Map(made.map((one) => [one.facts.origin, one])));
  node.push(stored.map(({ facts: { user, data }, session }) => ({ key: `web_notifications.${user}`, session, data })));
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}

async function notificationsOf({ entry, context, involved }: Heard & { involved: Involved }, renderer: Renderer): Promise<Notification[]> {
  const author = isCommentEvent(entry) ? editorOf(entry) : entry.actor;
  const notices = webNotices(entry, await mentionsOf(entry, context, renderer));
  const card = notices.length === 0 || author === null ? null : await renderer.node.caches.users.one(author);
  if (!card) return [];
  const data = dataOf(entry, context, card);
  const facts = notices.flatMap((notice) => factsOf(entry, notice, data, (user) => user !== author && hears(involved, user)));
  return facts.map((one) => ({ facts: one, session: entry.sessionId }));
}

const hears = ({ policies, cards }: Involved, user: number) =>
  policies.get(user)?.web_notify_level === true && cards.get(user)?.is_active === true;

function factsOf(
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

/** Stores those, by what they were made for, that aren't there yet: an entry comes more than once. @returns what was stored */
async function store({ store: documents }: NodeTools, made: ReadonlyMap<string, Notification>): Promise<Notification[]> {
  if (made.size === 0) return [];
  const collection = webNotificationsOf(documents);
  const known = new Set(await collection.distinct('origin', { origin: { in: [...made.keys()] } }));
  const fresh = [...made.values()].filter(({ facts }) => !known.has(facts.origin));
  if (fresh.length === 0) return [];
  const first = await documents.take('web_notifications', fresh.length);
  const added = fresh.map(({ facts }, index): WebNotification => ({ id: first + index, ...facts }));
  if (await storedUnlessDuplicate(() => collection.insertMany(added))) return fresh;
  // The same entry was told at the same time: what that made is pushed there.
  await insertMissing(collection, added);
  const own = new Set(await collection.distinct('id', { id: { in: added.map(({ id }) => id) } }));
  return fresh.filter((_, index) => own.has(first + index));
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
