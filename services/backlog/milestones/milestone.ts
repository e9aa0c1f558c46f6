import type { Document } from '../../../lib/resource/document';
import type { Watched } from '../../../lib/resource/traits/element';

/** A sprint as stored. */
export type Milestone = Document &
  Watched & {
    project: number;
    name: string;
    slug: string;
    owner: number | null;
    /** YYYY-MM-DD. */
    estimated_start: string;
    estimated_finish: string;
    closed: boolean;
    disponibility: number | null;
    order: number;
    created_date: string;
    modified_date: string;
  };

export const path = 'milestones';
