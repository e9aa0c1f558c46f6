import type { FieldErrors } from '../../../lib/resource/define';
import { rawError, type ApiError } from '../../../lib/errors';

/** What the steps of an import are called in the messages of its errors. */
export const stepOfSection = {
  milestones: 'sprints',
  issues: 'issues',
  user_stories: 'user stories',
  epics: 'epics',
  tasks: 'tasks',
  wiki_pages: 'wiki pages',
  wiki_links: 'wiki links',
  timeline: 'timelines',
} as const;

/**
 * 400 for wrong data (dumps.md, Import).
 * @param places where the bad items stand, an addition to the interface: `user_stories[17] (ref 5)`
 */
export function dumpError(step: string, details: Record<string, FieldErrors[]>, places: readonly string[] = []): ApiError {
  const body = { error: `error importing ${step}`, details, ...(places.length > 0 ? { places } : {}) };
  return rawError(400, 'INVALID_DUMP', body);
}
