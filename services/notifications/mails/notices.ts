import type { CollectionDeclaration, Store } from '../../../lib/contracts/store';
import { now } from '../../../lib/resource/values';
import { storedUnlessDuplicate } from '../../../lib/store/duplicates';
import type { Told } from './told';

/** An entry that waits for further ones of its element, author and type. */
export interface Notice {
  /** Of the entry. */
  id: string;
  /** Entries of one thread are told together. */
  thread: string;
  told: Told;
  readers: number[];
  /** When the thread has been quiet for long enough. ISO datetime. */
  due: string;
  /** Id of the first of those that are told together; null while it waits. */
  batch: string | null;
}

export const notices: CollectionDeclaration = {
  name: 'pending_notices',
  indexes: [{ fields: ['due'] }, { fields: ['thread', 'batch'] }, { fields: ['batch'] }],
};

/** How long a process has to compose the mails of a batch. Milliseconds. */
const lease = 60_000;

const noticesOf = (store: Store) => store.collection<Notice>(notices.name);

const at = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString();

const threadOf = ({ subject, object, actor, action }: Told) => `${subject.kind}:${object}:${String(actor)}:${action}`;

/** Lets an entry wait; those before it wait on with it. */
export async function gather(store: Store, told: Told, readers: number[], interval: number): Promise<void> {
  const thread = threadOf(told);
  const due = at(interval * 1000);
  const notice = { id: told.id, thread, told, readers, due, batch: null };
  if (!(await storedUnlessDuplicate(() => noticesOf(store).insert(notice)))) return;
  await noticesOf(store).updateMany({ thread, batch: null }, { set: { due } });
}

/** One due notice of each thread or batch that could be told now. */
export async function dueNotices(store: Store, limit: number): Promise<Notice[]> {
  const due = await noticesOf(store).find({ filter: { due: { lte: now() } }, sort: ['due', 'id'], limit });
  const first = new Map<string, Notice>();
  for (const notice of due) if (!first.has(notice.batch ?? notice.thread)) first.set(notice.batch ?? notice.thread, notice);
  return [...first.values()];
}

/**
 * Takes the notices that are told together with one, oldest first; empty when another process has them. What was taken
 * by a process that died is taken again as it was, so that its mails have the same ids.
 */
export async function takeBatch(store: Store, { id, thread, due, batch }: Notice): Promise<Notice[]> {
  const collection = noticesOf(store);
  const own = batch ?? id;
  const claimed = await collection.updateOne({ id, due, batch }, { set: { due: at(lease), batch: own } });
  if (claimed === 0) return [];
  const others = batch === null ? { thread, batch: null, due: { lte: now() } } : { batch };
  await collection.updateMany(others, { set: { due: at(lease), batch: own } });
  const taken = await collection.find({ filter: { batch: own } });
  return taken.sort((left, right) => (left.told.at < right.told.at ? -1 : 1));
}

export async function dropBatch(store: Store, batch: string): Promise<void> {
  await noticesOf(store).remove({ batch });
}
