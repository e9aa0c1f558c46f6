import type { GeneratedStory } from '../../lib/contracts/issue-actions';
import { changeEntry } from '../../lib/resource/changes';
import type { RestRequest } from '../../lib/resource/request';
import { now } from '../../lib/resource/values';
import { collectionName, type Issue } from './issue';
import { issues } from './issue.resource';

/** An issue lists a story that was made of it, with a change entry and, maybe, a comment; its version stays. */
export async function noteStory(request: RestRequest, id: number, story: GeneratedStory, comment = ''): Promise<void> {
  const collection = request.node.store.collection<Issue>(collectionName);
  const before = await collection.findById(id);
  const context = before && (await request.context(before.project));
  if (!before || !context || !issues.history || before.promoted_to.includes(story.id)) return;
  const after: Issue = { ...before, promoted_to: [...before.promoted_to, story.id] };
  const entry = await changeEntry({ history: issues.history, request, action: 'change', before, after, context, comment });
  // Added rather than set: of two stories made at once both stay.
  const addToSet: Record<string, readonly unknown[]> = { promoted_to: [story.id] };
  if (comment !== '' && request.user) addToSet.watches = [{ id: request.user.id, at: now() }];
  const pushed = entry ? { push: { outbox: [entry] }, inc: { outbox_count: 1 } } : {};
  await collection.updateOne({ id }, { addToSet, ...pushed });
  if (entry) await request.node.changes.deliver(collectionName, id, [entry], request.call);
}

/** The comment that an issue gets when somebody makes a story and names it as the origin (userstories.md, Requests). */
export const originComment = ({ ref, subject }: GeneratedStory) => `Generating the user story #${ref} - ${subject}`;
