import type { AttachedElement, AttachedKind, AttachmentsChanged, ElementFacts } from '../../../lib/contracts/attachment-actions';
import type { Store } from '../../../lib/contracts/store';
import type { RestRequest } from '../../../lib/resource/request';
import { elementFacts, keepAttachments } from '../../../lib/resource/traits/attachments';
import { epics } from '../epics/epic.resource';
import { tasks } from '../tasks/task.resource';
import { userStories } from '../userstories/userstory.resource';

const collections: Partial<Record<AttachedKind, string>> = {
  epic: epics.collection,
  userstory: userStories.collection,
  task: tasks.collection,
};

/** Where an epic, story or task is. */
export function ownFacts(store: Store, element: AttachedElement): Promise<ElementFacts | null> {
  const collection = collections[element.kind];
  return collection === undefined ? Promise.resolve(null) : elementFacts(store, collection, element);
}

/** An epic, story or task keeps the list of its attachments. */
export async function keepOwnAttachments(request: RestRequest, change: AttachmentsChanged): Promise<void> {
  if (change.kind === 'epic') await keepAttachments(epics, request, change);
  if (change.kind === 'userstory') await keepAttachments(userStories, request, change);
  if (change.kind === 'task') await keepAttachments(tasks, request, change);
}
