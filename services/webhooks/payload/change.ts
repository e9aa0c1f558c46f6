import type { ChangeEntry } from '../../../lib/contracts/changes';
import { valuesDiff } from '../../../lib/history/values-diff';
import type { Stored } from './objects';

/** What entries of comments that were edited, deleted or restored tell beyond others (history.md, Comments). */
interface CommentState {
  comment_html?: string;
  delete_comment_date?: string | null;
  edit_comment_date?: string | null;
  comment_versions?: { comment: string; comment_html: string; user: number }[] | null;
}

/** Entries that tell of the fate of a comment once more name this as what was sent. */
export const isCommentEvent = ({ sent }: ChangeEntry): boolean => sent.includes('comment_changed');

/** The `change` of a payload; `html` is that of a comment which the entry doesn't bring with it. */
export function changeObject(entry: ChangeEntry, html: string): Stored {
  const { comment_html, delete_comment_date, edit_comment_date, comment_versions }: CommentState = entry as ChangeEntry & CommentState;
  return {
    comment: entry.comment,
    comment_html: comment_html ?? html,
    delete_comment_date: delete_comment_date ?? null,
    comment_versions:
      comment_versions?.map(({ comment, comment_html: former, user }) => ({
        ...{ date: entry.at, comment, comment_html: former },
        user: { id: user },
      })) ?? null,
    edit_comment_date: edit_comment_date ?? null,
    diff: diffObject(entry),
  };
}

const unchanged = new Set(['attachments', 'custom_attributes']);

/** The readable diff with pairs as objects; long texts are left to the history. */
function diffObject({ diff, names }: ChangeEntry): Stored {
  const shown: Stored = {};
  for (const [field, value] of Object.entries(valuesDiff(diff, names, (name) => name))) {
    if (field === 'description_html') continue;
    if (field === 'description_diff') shown[field] = 'Check the history API for the exact diff';
    else if (unchanged.has(field)) shown[field] = value;
    else if (field === 'points') shown[field] = byRole(value as Record<string, unknown>);
    else shown[field] = fromTo(value);
  }
  return shown;
}

const byRole = (points: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(points).map(([role, pair]) => [role, fromTo(pair)] as const));

function fromTo(pair: unknown): Stored {
  const [from, to] = pair as [unknown, unknown];
  return { from, to };
}
