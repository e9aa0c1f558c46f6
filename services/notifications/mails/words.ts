import type { ChangeAction, ElementKind } from '../../../lib/contracts/changes';

/** Kinds that mails tell of. */
export type MailedKind = Extract<ElementKind, 'userstory' | 'task' | 'issue' | 'epic' | 'wikipage'>;

/** All that the mails of notifications say in one language. */
export interface Words {
  /** `Created the US`, without the element itself. */
  subject(action: ChangeAction, kind: MailedKind): string;
  /** What happened, as a sentence. */
  happened(facts: { author: string; action: ChangeAction; kind: MailedKind; element: string; project: string }): string;
  open(kind: MailedKind): string;
  settings: string;
  comment: string;
  /** Names of fields; those without one go by their key. */
  fields: Record<string, string>;
  yes: string;
  no: string;
  nothing: string;
  somebody: string;
  attachments: { new: string; changed: string; deleted: string };
}
