import type { ChangeEntry } from '../../../lib/contracts/changes';
import type { Store } from '../../../lib/contracts/store';
import type { Change } from './changes';
import type { ReceivedMail } from './receivers';

/** What is counted of each change. */
const effects = ['history entries', 'timeline events', 'delivery records', 'webhook calls', 'mails'] as const;
type Effect = (typeof effects)[number];

/** How many effects are missing and how many are too many, of all changes together. */
export interface Account {
  acknowledged: number;
  refused: number;
  unknown: number;
  /** Of the unknown ones: those that happened. */
  happened: number;
  lost: Record<Effect, number>;
  doubled: Record<Effect, number>;
  /** Effects of changes that were refused. */
  ofRefused: number;
  /** Webhook calls and mails that came more than once with the same id, as receivers may see after a failure. */
  repeated: { calls: number; mails: number };
  /** Webhook calls that are still in their queues. */
  waiting: number;
  /** The changes that something is wrong with. */
  wrong: unknown[];
}

/** Where the effects of changes are seen. */
export interface Evidence {
  store: Store;
  project: number;
  webhooks: readonly number[];
  arrived: ReadonlyMap<string, number>;
  mails: readonly ReceivedMail[];
  /** Addresses by user; a change is owed to all but its author. */
  addresses: ReadonlyMap<number, string>;
}

type Entry = ChangeEntry & {
  listed: boolean;
  in_timeline: boolean;
  comment_versions: { comment: string }[] | null;
};

interface Found {
  entries: Entry[];
  records: ReadonlySet<string>;
  /** Of the records, those whose webhook hasn't been called yet. */
  waiting: ReadonlySet<string>;
  mailsByMark: ReadonlyMap<string, ReceivedMail[]>;
}

/** Effects of all kinds. */
export const total = (counted: Record<Effect, number>): number => Object.values(counted).reduce((sum, count) => sum + count, 0);

const zero = () => Object.fromEntries(effects.map((effect) => [effect, 0])) as Record<Effect, number>;

/** Compares what clients were told with what followed from it. */
export async function takeAccount(changes: readonly Change[], evidence: Evidence): Promise<Account> {
  const found = await find(evidence);
  const byObject = groupBy(found.entries);
  const account: Account = {
    ...{ acknowledged: 0, refused: 0, unknown: 0, happened: 0 },
    ...{ lost: zero(), doubled: zero(), ofRefused: 0, repeated: repetitions(evidence), waiting: found.waiting.size, wrong: [] },
  };
  for (const change of changes) {
    account[change.outcome]++;
    const own = change.object === null ? found.entries : (byObject.get(`${change.kind} ${change.object}`) ?? []);
    judge(
      change,
      own.filter((entry) => tellsOf(entry, change)),
      { account, evidence, found },
    );
  }
  return account;
}

function judge(
  change: Change,
  entries: readonly Entry[],
  { account, evidence, found }: { account: Account; evidence: Evidence; found: Found },
): void {
  const seen = effectsOf(change, entries, evidence, found);
  if (change.outcome === 'refused') {
    account.ofRefused += Math.max(...Object.values(seen));
    return;
  }
  const owed = change.outcome === 'acknowledged' || entries.length > 0 ? owedFor(change, evidence) : zero();
  if (change.outcome === 'unknown' && entries.length > 0) account.happened++;
  let right = true;
  for (const effect of effects) {
    const difference = seen[effect] - owed[effect];
    if (difference < 0) account.lost[effect] -= difference;
    if (difference > 0) account.doubled[effect] += difference;
    right &&= difference === 0;
  }
  if (!right) account.wrong.push({ ...change, seen, entries: entries.map(({ id }) => id) });
}

function owedFor({ what }: Change, { webhooks, addresses }: Evidence): Record<Effect, number> {
  const mails = what === 'recomment' ? 0 : addresses.size - 1;
  return {
    ...{ 'history entries': 1, 'timeline events': 1, 'delivery records': webhooks.length },
    ...{ 'webhook calls': webhooks.length, mails },
  };
}

function effectsOf(change: Change, entries: readonly Entry[], evidence: Evidence, found: Found): Record<Effect, number> {
  const deliveries = entries.flatMap(({ id }) => evidence.webhooks.map((webhook) => `${id}:${webhook}`));
  return {
    'history entries': entries.length,
    'timeline events': entries.filter(({ in_timeline }) => in_timeline).length,
    'delivery records': deliveries.filter((id) => found.records.has(id)).length,
    'webhook calls': deliveries.filter((id) => evidence.arrived.has(id) || found.waiting.has(id)).length,
    mails: mailsAbout(change, found).length,
  };
}

/** Whether an entry is that of the change. Marks of former texts stay in later entries, so each kind has its own place. */
function tellsOf(entry: Entry, { what, kind, mark }: Change): boolean {
  if (entry.kind !== kind) return false;
  if (what === 'create') return entry.action === 'create' && entry.document.subject === mark;
  if (what === 'delete') return entry.action === 'delete';
  if (entry.action !== 'change') return false;
  if (what === 'edit') return entry.diff.description?.[1] === mark;
  if (what === 'recomment') return !entry.listed && entry.comment === mark;
  return entry.listed && [entry.comment, ...(entry.comment_versions ?? []).map(({ comment }) => comment)].includes(mark);
}

/** Mails with the same Message-ID and text are one. */
function mailsAbout({ what, mark }: Change, { mailsByMark }: Found): ReceivedMail[] {
  const about = distinct(mailsByMark.get(mark) ?? []);
  if (what === 'create') return about.filter(({ subject }) => subject.includes('Created the'));
  if (what === 'delete') return about.filter(({ subject }) => subject.includes('Deleted the'));
  return what === 'recomment' ? [] : about;
}

/** Without the boundaries between parts, which each attempt makes anew. */
const keyOf = ({ to, messageId, subject, text }: ReceivedMail) => [to, messageId, subject, text.replace(/^--.*$/gm, '')].join('\n');
const distinct = (mails: readonly ReceivedMail[]) => [...new Map(mails.map((mail) => [keyOf(mail), mail])).values()];

function repetitions({ arrived, mails }: Evidence): Account['repeated'] {
  let calls = 0;
  for (const count of arrived.values()) calls += count - 1;
  return { calls, mails: mails.length - distinct(mails).length };
}

async function find({ store, project, mails }: Evidence): Promise<Found> {
  const entries: Entry[] = [];
  for await (const entry of store.collection<Entry>('history_entries').stream({ filter: { project } })) entries.push(entry);
  const records = new Set<string>();
  const waiting = new Set<string>();
  const deliveries = store.collection<{ id: string; waiting: true | null }>('webhook_deliveries');
  for await (const delivery of deliveries.stream({ filter: { project }, fields: ['waiting'] })) {
    records.add(delivery.id);
    if (delivery.waiting) waiting.add(delivery.id);
  }
  const mailsByMark = new Map<string, ReceivedMail[]>();
  for (const mail of mails) {
    for (const mark of new Set(`${mail.subject} ${mail.text}`.match(/\bM[0-9a-f]{16}\b/g)))
      mailsByMark.set(mark, [...(mailsByMark.get(mark) ?? []), mail]);
  }
  return { entries, records, waiting, mailsByMark };
}

function groupBy(entries: readonly Entry[]): Map<string, Entry[]> {
  const groups = new Map<string, Entry[]>();
  for (const entry of entries) {
    const key = `${entry.kind} ${entry.object}`;
    const group = groups.get(key);
    if (group) group.push(entry);
    else groups.set(key, [entry]);
  }
  return groups;
}

/** Mails and webhook calls that wait in their queues. */
export async function waitingIn(store: Store): Promise<number> {
  const [mails, calls] = await Promise.all([
    store.collection('queued_mails').count({ due: { gt: '' } }),
    store.collection('webhook_deliveries').count({ waiting: true }),
  ]);
  return mails + calls;
}

/** Wrong changes that are printed. */
const shown = 50;

/** The account as a test prints it. */
export function report(title: string, { lost, doubled, wrong, repeated, waiting, ...counts }: Account): string {
  const each = (counted: Record<Effect, number>) => effects.map((effect) => `${counted[effect]} ${effect}`).join(', ');
  return [
    `${title}: ${counts.acknowledged} changes acknowledged, ${counts.refused} refused, ${counts.unknown} unknown (${counts.happened} happened)`,
    `  lost ${total(lost)}: ${each(lost)}`,
    `  doubled ${total(doubled)}: ${each(doubled)}`,
    `  effects of refused changes: ${counts.ofRefused}`,
    `  webhook calls still in their queues: ${waiting}`,
    `  came again under the same id: ${repeated.calls} webhook calls, ${repeated.mails} mails`,
    ...wrong.slice(0, shown).map((change) => `  wrong: ${JSON.stringify(change)}`),
    ...(wrong.length > shown ? [`  and ${wrong.length - shown} more`] : []),
  ].join('\n');
}
