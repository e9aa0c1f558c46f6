import type { DumpHistoryEntry } from '../dumps/types';

type Author = DumpHistoryEntry['user'];
type Change = Pick<DumpHistoryEntry, 'diff' | 'values'>;

/** That an element came to be. */
export const creation = (user: Author, created_at: string): DumpHistoryEntry => ({ user, created_at, type: 2, diff: {}, values: {} });

/** What somebody said. */
export const comment = (user: Author, created_at: string, text: string): DumpHistoryEntry => ({
  user,
  created_at,
  type: 1,
  comment: text,
  diff: {},
  values: {},
});

/** What somebody did. */
export const change = (user: Author, created_at: string, changed: Change): DumpHistoryEntry => ({ user, created_at, type: 1, ...changed });

/** A field whose values are shown as they are. */
export const plainChange = (field: string, before: unknown, after: unknown): Change => ({ diff: { [field]: [before, after] }, values: {} });

/**
 * A field that points to a setting or sprint. Outside, these have other ids: ours is the place in the list of names, and
 * what the history shows are the names.
 * @returns null when nothing that is known changed
 */
export function namedChange(field: string, names: readonly string[], before: string | null, after: string | null): Change | null {
  const place = (name: string | null) => (name === null ? null : names.indexOf(name) + 1 || null);
  const [old, fresh] = [place(before), place(after)];
  if (old === fresh) return null;
  const used = names.flatMap((name, index) => (index + 1 === old || index + 1 === fresh ? [[String(index + 1), name] as const] : []));
  return { diff: { [field]: [old, fresh] }, values: { [field]: Object.fromEntries(used) } };
}

/** Another assignee, by address. @returns null when neither is known, or nothing changed */
export function assignment(before: string | null, after: string | null): Change | null {
  return before === after
    ? null
    : { diff: { assigned_to: [before, after] }, values: { users: [before, after].filter((one) => one !== null) } };
}

/**
 * The history of an element: what began it, then the rest by date, of the same moment in the order given. Outside, much
 * happens in the same second: here each entry gets a moment of its own, so that the order stays.
 */
export function inOrder(beginning: readonly DumpHistoryEntry[], rest: readonly DumpHistoryEntry[]): DumpHistoryEntry[] {
  const byDate = [...rest].sort((one, other) => (one.created_at < other.created_at ? -1 : one.created_at > other.created_at ? 1 : 0));
  let last = 0;
  return [...beginning, ...byDate].map((entry) => {
    last = Math.max(Date.parse(entry.created_at), last + 1);
    // Whole seconds are stored without a fraction, and as texts come behind those with one.
    if (last % 1000 === 0) last++;
    return { ...entry, created_at: new Date(last).toISOString() };
  });
}
