import type { ChangeEntry } from '../../lib/contracts/changes';
import type { Store } from '../../lib/contracts/store';
import { historyEntries, kindsInPaths, type HistoryEntry } from './entry';

/** Entries that follow a snapshot as parts before the element is kept whole again (history.md, Entry). */
const partsBetween = 60;

const readKinds: ReadonlySet<string> = new Set(Object.values(kindsInPaths).map(({ kind }) => kind));

/**
 * Which changes keep their element whole: its first, its deletion, and every one that comes after enough parts. Counted
 * once for all changes of a kind, and only where clients read the history.
 */
export async function wholeOnes(changes: readonly ChangeEntry[], store: Store): Promise<Set<ChangeEntry>> {
  const parts = changes.filter(({ action, kind }) => action === 'change' && readKinds.has(kind));
  const before = await Promise.all([...new Set(parts.map(({ kind }) => kind))].map((kind) => entriesBefore(kind, parts, store)));
  const seen = new Map(before.flat());
  const whole = changes.filter((change) => {
    if (change.action !== 'change') return true;
    const count = seen.get(keyOf(change)) ?? 0;
    seen.set(keyOf(change), count + 1);
    return count > 0 && count % (partsBetween + 1) === 0;
  });
  return new Set(whole);
}

const keyOf = ({ kind, object }: Pick<ChangeEntry, 'kind' | 'object'>) => `${kind} ${object}`;

async function entriesBefore(kind: ChangeEntry['kind'], changes: readonly ChangeEntry[], store: Store): Promise<[string, number][]> {
  const objects = [...new Set(changes.filter((change) => change.kind === kind).map(({ object }) => object))];
  const entries = store.collection<HistoryEntry>(historyEntries.name);
  const rows = await entries.group({ by: 'object', filter: { kind, object: { in: objects } } });
  return rows.map(({ key, count }) => [keyOf({ kind, object: Number(key) }), count]);
}
