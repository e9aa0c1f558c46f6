import type { AttachedKind, AttachmentFacts } from '../../contracts/attachment-actions';
import type { DefaultKey, SettingKind } from '../../contracts/project-context';
import type { VersionedDocument } from '../document';

export type { AttachmentFacts } from '../../contracts/attachment-actions';

/** A vote or a watch: who and since when. */
export interface UserMark {
  id: number;
  /** ISO datetime. */
  at: string;
}

/** What watchable documents keep. */
export type Watched = { watches: UserMark[] };

/** What voted documents keep. `total_voters` is kept beside the list so that lists can be ordered by it. */
export type Voted = { votes: UserMark[]; total_voters: number };

/** What epics, user stories, tasks and issues have in common, as stored. */
export type Element = VersionedDocument &
  Watched &
  Voted & {
    project: number;
    ref: number;
    subject: string;
    description: string;
    description_html: string;
    owner: number | null;
    assigned_to: number | null;
    status: number | null;
    is_closed: boolean;
    tags: string[];
    is_blocked: boolean;
    blocked_note: string;
    blocked_note_html: string;
    external_reference: unknown;
    due_date: string | null;
    due_date_reason: string;
    attachments: AttachmentFacts[];
    total_comments: number;
    /** Values of custom attributes by attribute id. */
    custom_values: Record<string, unknown>;
    custom_version: number;
    /** Words that `q` and the search find, each once (`SearchFields`). */
    terms: string[];
    /** All these words in order, for phrases. */
    words: string;
    created_date: string;
    modified_date: string;
  };

/** What tells one kind of element from the others. */
export interface ElementTraits {
  path: string;
  title: string;
  kind: AttachedKind;
  /** `us` in `view_us`, `add_us`, … */
  noun: string;
  statuses: SettingKind;
  defaultStatus: DefaultKey;
  customAttributes: SettingKind;
  /** Key of the element's id in the custom values object. */
  valuesKey: string;
  /** Answer to a setting or element of another project: 403 for stories and issues, 400 for tasks and epics. */
  foreignStatus: 400 | 403;
  dueDates: boolean;
}

/** The permission `verb` on elements of this kind; viewing and lists use the plural. */
export const permission = (traits: Pick<ElementTraits, 'noun'>, verb: 'add' | 'modify' | 'comment' | 'delete') => `${verb}_${traits.noun}`;

const plurals: Record<string, string> = {
  epic: 'epics',
  us: 'us',
  task: 'tasks',
  issue: 'issues',
  wiki_page: 'wiki_pages',
  milestone: 'milestones',
};

/** The viewing permission of a kind: `view_us`, `view_tasks`. */
export const viewPermission = (noun: string) => `view_${plurals[noun] ?? noun}`;

/** @returns the ids in a list of marks. */
export const marked = (marks: readonly UserMark[] | undefined): number[] => (marks ?? []).map(({ id }) => id);

/** Marks for exactly these users, keeping the dates of those who are marked already. */
export function remarked(marks: readonly UserMark[], users: readonly number[], at: string): UserMark[] {
  return users.map((id) => marks.find((mark) => mark.id === id) ?? { id, at });
}
