import type { ChangeEntry } from '../lib/contracts/changes';
import type { Caller } from '../lib/contracts/node';

/** A request doesn't wait longer for its history, and for each of many entries; the sweeper makes up for it. Milliseconds. */
const patience = 5000;
const patienceEach = 100;

/** Does what clients may read back with their next request: the history, and notifications of those who are named. */
export async function recordEntries(entries: readonly ChangeEntry[], call: Caller): Promise<void> {
  const patienceFor = ({ length }: readonly ChangeEntry[]) => ({ timeout: patience + patienceEach * length });
  const naming = entries.filter(namesPeople);
  await Promise.all([
    call('history.record', { entries: [...entries] }, patienceFor(entries)),
    // What fails here comes again with the durable stream.
    naming.length > 0 && call('notifications.record', { entries: naming }, patienceFor(naming)).catch(() => undefined),
  ]);
}

/** Whether somebody may be told in the client: most changes name nobody and needn't wait for it. */
export function namesPeople({ kind, action, document, diff, comment, added, sent }: ChangeEntry): boolean {
  if (kind === 'membership') return sent.includes('bulk_memberships');
  if (action === 'delete') return false;
  const named =
    action === 'create' ? [document.assigned_to, mentions(document.description)] : [diff.assigned_to, mentions(diff.description?.[1])];
  return comment !== '' || added !== undefined || named.some(Boolean);
}

const mentions = (text: unknown) => typeof text === 'string' && text.includes('@');
