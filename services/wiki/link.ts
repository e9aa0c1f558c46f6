import type { ProjectDocument } from '../../lib/resource/document';

/** An entry of the wiki's menu as stored. */
export type Link = ProjectDocument & { title: string; href: string; order: number };

export const collectionName = 'wiki_links';
