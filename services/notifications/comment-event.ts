import type { ChangeEntry } from '../../lib/contracts/changes';

/** An edited, deleted or restored comment, as the history publishes it. */
export type CommentEvent = ChangeEntry & {
  comment_versions?: { comment: string; user: number }[] | null;
  delete_comment_date?: string | null;
};

/** Who changed the comment; null for anything but an edit that stands. */
export const editorOf = ({ comment_versions, delete_comment_date }: CommentEvent): number | null =>
  delete_comment_date ? null : (comment_versions?.at(-1)?.user ?? null);

/** Whether the entry only tells of a comment that was written earlier. */
export const isCommentEvent = ({ sent }: ChangeEntry) => sent.includes('comment_changed');
