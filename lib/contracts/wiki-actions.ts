import type { InternalAction } from './internal-action';
import type { FoundPage, SearchRequest } from './search';

/** What other services ask of the wiki. */
export interface WikiActions {
  /** Id of the page with this slug in the project, or null. */
  'wiki.pageBySlug': InternalAction<{ project: number; slug: string }, number | null>;
  /** The best matches first. */
  'wiki.search': InternalAction<SearchRequest, FoundPage[]>;
}
