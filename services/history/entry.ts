import type { ChangeEntry } from '../../lib/contracts/changes';
import type { CollectionDeclaration } from '../../lib/contracts/store';

/** A former text of an edited comment. */
export interface CommentVersion {
  comment: string;
  comment_html: string;
  /** ISO datetime. */
  date: string;
  /** Who replaced it. */
  user: number;
}

/** A change as the history keeps it. Its id is that of the change entry, so that recording it again is harmless. */
export type HistoryEntry = ChangeEntry & {
  comment_html: string;
  /** The author's name at the time, shown once the account is gone. */
  actor_name: string;
  delete_comment_date: string | null;
  delete_comment_user: number | null;
  edit_comment_date: string | null;
  comment_versions: CommentVersion[] | null;
};

export const historyEntries: CollectionDeclaration = {
  name: 'history_entries',
  indexes: [{ fields: ['kind', 'object', 'at'] }, { fields: ['project', 'at'] }, { fields: ['actor', 'at'] }],
};
