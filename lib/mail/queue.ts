import type { CollectionDeclaration, Store } from '../contracts/store';
import { now } from '../resource/values';
import { insertMissing } from '../store/duplicates';
import type { Message } from './mailer';
import { pauseAfter } from './retries';

/** A mail on its way; kept for a while after it was sent, so that none is sent twice. */
export interface QueuedMail {
  /** The same however often one mail is put in. */
  id: string;
  /** Null once it is sent or given up. */
  message: Message | null;
  /** When it is tried, or tried again; null once it is sent or given up. ISO datetime. */
  due: string | null;
  attempts: number;
  /** A process is sending it now, or died over it. */
  claimed?: boolean;
  /** When it was sent or given up. */
  done_at: string | null;
}

/** The queue of an installation: every process puts mails in, the notifications service sends them. */
export const queuedMails: CollectionDeclaration = {
  name: 'queued_mails',
  indexes: [{ fields: ['due'] }, { fields: ['done_at'] }],
};

/** How long a process has for one mail, before another one takes it for dead. Milliseconds. */
const lease = 60_000;
/** Longer than the stream of changes brings an entry again. Milliseconds. */
const remembered = 8 * 86_400_000;

const mailsOf = (store: Store) => store.collection<QueuedMail>(queuedMails.name);

const at = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString();

/** Puts mails into the queue that weren't in it yet. */
export async function enqueue(store: Store, mails: readonly { id: string; message: Message }[]): Promise<void> {
  if (mails.length === 0) return;
  const due = now();
  await insertMissing(
    mailsOf(store),
    mails.map(({ id, message }) => ({ id, message, due, attempts: 0, done_at: null })),
  );
}

/** A mail that the process which puts it in sends at once. */
export const claimedMail = (id: string, message: Message): QueuedMail => ({
  ...{ id, message, due: at(lease), attempts: 1, claimed: true, done_at: null },
});

/** Puts in mails of {@link claimedMail}; they are left to others unless they are sent within the lease. */
export async function enqueueClaimed(store: Store, mails: readonly QueuedMail[]): Promise<void> {
  await insertMissing(mailsOf(store), mails);
}

/** Mails that are due, those that wait longest first. */
export const dueMails = (store: Store, limit: number): Promise<QueuedMail[]> =>
  mailsOf(store).find({ filter: { due: { lte: now() } }, sort: ['due', 'id'], limit });

/** @returns whether this process is the one that sends it now */
export async function claim(store: Store, { id, due }: QueuedMail): Promise<boolean> {
  return (await mailsOf(store).updateOne({ id, due }, { set: { due: at(lease), claimed: true }, inc: { attempts: 1 } })) > 0;
}

/** The mail was sent, or never will be. */
export async function finish(store: Store, { id }: QueuedMail): Promise<void> {
  await mailsOf(store).updateOne({ id }, { set: { due: null, done_at: now(), message: null, claimed: false } });
}

/** The mail server is away or refuses for now; `attempts` counts the one that failed. */
export async function postpone(store: Store, { id, attempts }: QueuedMail): Promise<void> {
  await mailsOf(store).updateOne({ id }, { set: { due: at(pauseAfter(attempts - 1)), claimed: false } });
}

/** Takes up at once what the last process was sending when it ended; only where no other one can be. */
export async function reclaim(store: Store): Promise<void> {
  await mailsOf(store).updateMany({ due: { gt: now() }, claimed: true }, { set: { due: now() } });
}

/** Forgets mails that are long done. */
export async function purge(store: Store): Promise<void> {
  await mailsOf(store).remove({ done_at: { lt: at(-remembered) } });
}
