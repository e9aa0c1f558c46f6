import type { DocumentKind, OutsideChange } from '../../../lib/contracts/outside-actions';
import type { Store } from '../../../lib/contracts/store';
import { changeFromOutside, documentsOf } from '../../../lib/resource/traits/element.outside';
import type { InternalCall } from '../../../mixins/service';
import { epics } from '../epics/epic.resource';
import { milestones } from '../milestones/milestone.resource';
import { tasks } from '../tasks/task.resource';
import { userStories } from '../userstories/userstory.resource';

const collections: Partial<Record<DocumentKind, string>> = {
  milestone: milestones.collection,
  epic: epics.collection,
  userstory: userStories.collection,
  task: tasks.collection,
};

/** Stored documents of one kind, for webhooks. */
export async function documents(store: Store, { kind, ids }: { kind: DocumentKind; ids: number[] }): Promise<Record<string, unknown>[]> {
  const collection = collections[kind];
  return collection === undefined ? [] : documentsOf(store, collection, ids);
}

/** A code host changes an element or comments on it. */
export async function changeByHost(change: OutsideChange, call: InternalCall): Promise<boolean> {
  switch (change.kind) {
    case 'epic':
      return changeFromOutside(epics, call, change);
    case 'us':
      return changeFromOutside(userStories, call, change);
    case 'task':
      return changeFromOutside(tasks, call, change);
    default:
      return false;
  }
}
