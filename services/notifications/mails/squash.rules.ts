import { equalJson } from '../../../lib/resource/values';
import type { Told } from './told';

/** Shown by nothing in a mail: places, rendered texts and what follows from other fields. */
const unshown = /(_order|_html)$|^(ref|slug|is_closed|finish_date|from_issue|from_task|tribe_gig|promoted_to)$/;

/** Not merged but told one by one (notifications.md, Squashing). */
const single = new Set(['points', 'attachments', 'custom_attributes', 'description', 'content', 'blocked_note']);

type Diff = Told['diff'];

/** What a mail tells: the merged fields, and one after another what isn't merged. */
export interface Digest {
  /** The last entry: element, project and author as they are now. */
  last: Told;
  merged: Diff;
  /** Names for the merged fields. */
  names: Told['names'];
  singles: Pick<Told, 'diff' | 'names' | 'comment'>[];
}

/** Joins entries of one element and author, oldest first; null when nothing is left to tell. */
export function digestOf(entries: readonly Told[]): Digest | null {
  const last = entries.at(-1);
  if (!last) return null;
  const singles = entries
    .map(({ diff, names, comment }) => ({ diff: pick(diff, (field) => single.has(field)), names, comment }))
    .filter(({ diff, comment }) => comment !== '' || Object.keys(diff).length > 0);
  const merged = mergedDiff(entries.map(({ diff }) => pick(diff, (field) => !single.has(field) && !unshown.test(field))));
  // One entry was found worth telling already, even if none of its fields is shown.
  const empty = entries.length > 1 && last.action === 'change' && singles.length === 0 && Object.keys(merged).length === 0;
  return empty ? null : { last, merged, singles, names: mergedNames(entries) };
}

const pick = (diff: Diff, wanted: (field: string) => boolean): Diff =>
  Object.fromEntries(Object.entries(diff).filter(([field]) => wanted(field)));

/** The first old and the last new value of each field; fields that are back where they were drop out. */
function mergedDiff(diffs: readonly Diff[]): Diff {
  const merged: Diff = {};
  for (const diff of diffs) {
    for (const [field, [before, after]] of Object.entries(diff)) merged[field] = [merged[field] ? merged[field][0] : before, after];
  }
  return Object.fromEntries(Object.entries(merged).filter(([, [before, after]]) => !equalJson(before, after)));
}

function mergedNames(entries: readonly Told[]): Told['names'] {
  const merged: Told['names'] = {};
  for (const { names } of entries) for (const [group, known] of Object.entries(names)) merged[group] = { ...merged[group], ...known };
  return merged;
}
