import type { ProjectDocument, VersionedDocument } from '../../lib/resource/document';
import type { AttachmentFacts, Watched } from '../../lib/resource/traits/element';

/** A wiki page as stored. */
export type Page = ProjectDocument &
  VersionedDocument &
  Watched & {
    slug: string;
    content: string;
    content_html: string;
    owner: number | null;
    last_modifier: number | null;
    /** 1 and its visible changes, comments too. */
    editions: number;
    attachments: AttachmentFacts[];
    total_comments: number;
    /** Words that the search finds, each once. */
    terms: string[];
    /** All these words in order, for phrases. */
    words: string;
    created_date: string;
    modified_date: string;
  };

export const collectionName = 'wiki_pages';
