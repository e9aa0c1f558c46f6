import type { AttachedKind, AttachmentFacts } from '../../lib/contracts/attachment-actions';
import type { Store } from '../../lib/contracts/store';
import { previewPath } from '../../lib/files/thumbnail-path';
import { imageType } from '../../lib/images';
import type { ProjectDocument } from '../../lib/resource/document';

/** A file of an element, as stored. The ids of all kinds are one sequence. */
export type Attachment = ProjectDocument & {
  kind: AttachedKind;
  /** Id of the element. */
  object_id: number;
  /** Who uploaded it. */
  owner: number | null;
  /** The file's base name as uploaded. */
  name: string;
  description: string;
  is_deprecated: boolean;
  from_comment: boolean;
  order: number;
  /** Path below the root of the file store; nobody can guess it. */
  attached_file: string;
  /** Path of the thumbnail on cards; null when the content is no image. */
  thumbnail_file: string | null;
  /** What the bytes are, whatever the uploader called them. */
  content_type: string;
  /** Bytes. */
  size: number;
  /** Hex. */
  sha1: string;
  /** True until the element has the present list: what a process that dies leaves untold, the sweeper tells. */
  untold: boolean | null;
  /** True once it is deleted: nobody sees it any more, and its file is about to go. */
  removed: boolean | null;
  created_date: string;
  modified_date: string;
};

/** What tells the attachments of one kind of element from the others'. */
export interface AttachmentKind {
  kind: AttachedKind;
  /** Of the elements, in paths. */
  path: string;
  /** As in permissions: `us` in `modify_us`. */
  noun: string;
  /** The service that keeps the elements. */
  keeper: 'backlog' | 'issues' | 'wiki';
}

export const attachmentKinds: readonly AttachmentKind[] = [
  { kind: 'epic', path: 'epics', noun: 'epic', keeper: 'backlog' },
  { kind: 'userstory', path: 'userstories', noun: 'us', keeper: 'backlog' },
  { kind: 'task', path: 'tasks', noun: 'task', keeper: 'backlog' },
  { kind: 'issue', path: 'issues', noun: 'issue', keeper: 'issues' },
  { kind: 'wikipage', path: 'wiki', noun: 'wiki_page', keeper: 'wiki' },
];

/** @throws for a kind that has no attachments */
export function kindOf(name: AttachedKind): AttachmentKind {
  const found = attachmentKinds.find(({ kind }) => kind === name);
  if (!found) throw new Error(`No attachments of ${name}`);
  return found;
}

export const collectionName = 'attachments';

export const attachmentsOf = (store: Store) => store.collection<Attachment>(collectionName);

/** What the API shows: not those that are being removed. */
export const present = { removed: { missing: true } } as const;

/** The address of a stored file. @param api as the configuration has it */
export const mediaAddress = (api: string, path: string) => `${api}/media/${path}`;

/** The address with the fragment by which clients ask for a fresh one. */
export const refreshableAddress = (api: string, { attached_file, kind, id }: Pick<Attachment, 'attached_file' | 'kind' | 'id'>) =>
  `${mediaAddress(api, attached_file)}#_taiga-refresh=${kind}:${id}`;

/** The path of the picture that stands for a file that browsers can't show; null for others. */
export const previewOf = ({ attached_file, thumbnail_file, content_type }: Attachment) =>
  thumbnail_file !== null && content_type === imageType('psd') ? previewPath(attached_file) : null;

/** What the element keeps of it. */
export function factsOf(attachment: Attachment, api: string): AttachmentFacts {
  const { id, name, attached_file, thumbnail_file, is_deprecated, description, order } = attachment;
  return {
    id,
    filename: name,
    url: mediaAddress(api, attached_file),
    attached_file,
    thumbnail_file,
    thumbnail_card_url: thumbnail_file && mediaAddress(api, thumbnail_file),
    is_deprecated,
    description,
    order,
  };
}
