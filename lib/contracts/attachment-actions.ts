import type { InternalAction } from './internal-action';

/** Kinds of elements that files are attached to, as addresses and the log of changes name them. */
export const attachedKinds = ['epic', 'userstory', 'task', 'issue', 'wikipage'] as const;

/** One of {@link attachedKinds}. */
export type AttachedKind = (typeof attachedKinds)[number];

/** An attachment as its element keeps it, for cards, history and lists. */
export interface AttachmentFacts {
  id: number;
  filename: string;
  /** Absolute address. */
  url: string;
  /** Path below the media root. */
  attached_file: string;
  thumbnail_file: string | null;
  thumbnail_card_url: string | null;
  is_deprecated: boolean;
  description: string;
  order: number;
}

/** An element that files are attached to. */
export interface AttachedElement {
  kind: AttachedKind;
  object: number;
}

/** All attachments of an element, by id. */
export interface AttachmentsChanged extends AttachedElement {
  /** Of two lists the one with the higher stamp is the newer. */
  stamp: number;
  attachments: AttachmentFacts[];
  /** Keep the list without an entry in the history: the files came along with the element. */
  silent?: boolean;
}

/** An element and where it is. */
export interface ElementFacts {
  id: number;
  project: number;
}

type FactsOfElement = InternalAction<AttachedElement, ElementFacts | null>;
type KeepAttachments = InternalAction<AttachmentsChanged, void>;

/** Between the keeper of attachments and those of their elements. */
export interface AttachmentActions {
  'backlog.elementFacts': FactsOfElement;
  'issues.elementFacts': FactsOfElement;
  'wiki.elementFacts': FactsOfElement;
  /** The element keeps the list, with an entry in its history where something that counts differs. Older lists are dropped. */
  'backlog.attachmentsChanged': KeepAttachments;
  'issues.attachmentsChanged': KeepAttachments;
  'wiki.attachmentsChanged': KeepAttachments;
  /** Elements are gone: their files go too. */
  'attachments.removeOf': InternalAction<{ kind: AttachedKind; objects: number[] }, void>;
  /** An element went to another project, and its files with it. */
  'attachments.moveTo': InternalAction<AttachedElement & { project: number }, void>;
  /** Copies files with their records to an element that was made of another one (promotion). */
  'attachments.copy': InternalAction<{ from: AttachedElement; to: AttachedElement & { project: number } }, void>;
  /** Present addresses, only of attachments in this project; unknown ones are left out. */
  'attachments.addresses': InternalAction<
    { project: number; attachments: { kind: string; id: number }[] },
    { kind: string; id: number; url: string }[]
  >;
}
