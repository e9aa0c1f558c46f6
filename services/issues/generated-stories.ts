import type { GeneratedStory } from '../../lib/contracts/issue-actions';
import { noteQuietly } from '../../lib/resource/operations/quiet-note';
import type { RestRequest } from '../../lib/resource/request';
import { recordedIssues } from './issue.history';

/** An issue lists a story that was made of it, with a change entry and, maybe, a comment; its version stays. */
export const noteStory = (request: RestRequest, id: number, story: GeneratedStory, comment = ''): Promise<void> =>
  noteQuietly(recordedIssues, request, id, { comment, adds: { promoted_to: story.id } });

/** The comment that an issue gets when somebody makes a story and names it as the origin (userstories.md, Requests). */
export const originComment = ({ ref, subject }: GeneratedStory) => `Generating the user story #${ref} - ${subject}`;
