import type { PortableDocument } from '../../../lib/contracts/portable-actions';
import type { Store } from '../../../lib/contracts/store';
import { portableResource } from '../../../lib/resource/operations/restored';
import type { Portable } from '../../../lib/resource/portable';
import { portableElement } from '../../../lib/resource/traits/element.portable';
import { settingOf } from '../../../lib/resource/traits/element.serialize';
import { traits as epicTraits } from '../epics/epic';
import { epics } from '../epics/epic.resource';
import { relationTo } from '../epics/relations';
import { milestones } from '../milestones/milestone.resource';
import { traits as taskTraits } from '../tasks/task';
import { tasks } from '../tasks/task.resource';
import { completedPoints } from '../userstories/points.rules';
import type { UserStory } from '../userstories/userstory';
import { userStories } from '../userstories/userstory.resource';
import { assignedUsers } from '../userstories/userstory.serialize';

/** What of the backlog travels with a project. */
export const portables: readonly Portable[] = [
  portableResource(milestones),
  portableElement(userStories, (story, context) => {
    story.points = completedPoints(story.points, {}, context);
    const assignees = assignedUsers(story);
    story.assignees = assignees.length === 0 ? null : assignees;
  }),
  portableElement(
    epics,
    (epic, context) => {
      epic.is_closed = settingOf(context, epicTraits.statuses, epic.status)?.is_closed ?? false;
    },
    { load: withStories },
  ),
  portableElement(tasks, (task, context) => {
    task.is_closed = settingOf(context, taskTraits.statuses, task.status)?.is_closed ?? false;
  }),
];

/** Epics with their stories: project, ref and place of each. */
async function withStories(store: Store, epicDocuments: PortableDocument[]): Promise<PortableDocument[]> {
  const ids = epicDocuments.map(({ id }) => id);
  const stories =
    ids.length === 0
      ? []
      : await store.collection<UserStory>('userstories').find({
          filter: { epic_ids: { containsAny: ids } },
          fields: ['project', 'ref', 'epics'],
          sort: ['id'],
        });
  return epicDocuments.map((epic) => {
    const related = stories.flatMap((story) => {
      const relation = relationTo(story, epic.id as number);
      return relation ? [{ project: story.project, ref: story.ref, order: relation.order }] : [];
    });
    return { ...epic, related_user_stories: related.sort((left, right) => left.order - right.order) };
  });
}
