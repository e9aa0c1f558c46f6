import type { ValueNames } from '../../../lib/contracts/changes';
import type { HistoryDeclaration } from '../../../lib/resource/define';
import type { RestRequest } from '../../../lib/resource/request';
import { frozenElement, milestoneNames, recordedElement, settingNames } from '../../../lib/resource/traits/element.history';
import { storiesById } from './stories-of-tasks';
import { collectionName, traits, type Task } from './task';

const orders = ['us_order', 'taskboard_order'] as const;

/** What the history keeps of a task. */
export const history: HistoryDeclaration<Task> = {
  kind: 'task',
  freeze: (task, context) => ({
    ...frozenElement(task, context, traits.customAttributes),
    milestone: task.milestone,
    ...Object.fromEntries(orders.map((field) => [field, task[field]])),
    user_story: task.user_story,
    is_iocaine: task.is_iocaine,
    due_date: task.due_date,
    promoted_to: task.promoted_to,
  }),
  hidden: orders,
  users: ['owner', 'assigned_to'],
  names: async (diff, context, request) => ({
    ...settingNames(diff, context, { status: 'task_statuses' }),
    ...(await milestoneNames(diff.milestone, request)),
    ...(await storyNames(diff.user_story, request)),
  }),
  related: async ({ user_story }, request) => {
    const story = user_story === null ? undefined : (await storiesById(request, [user_story])).get(user_story);
    return story ? { userstory: { id: story.id, ref: story.ref, subject: story.subject } } : {};
  },
};

/** `#ref subject` of the stories in a diff. */
async function storyNames(pair: [unknown, unknown] | undefined, request: RestRequest): Promise<ValueNames> {
  const ids = (pair ?? []).flatMap((id) => (typeof id === 'number' ? [id] : []));
  if (ids.length === 0) return {};
  const stories = await storiesById(request, ids);
  return { user_story: Object.fromEntries([...stories.values()].map(({ id, ref, subject }) => [String(id), `#${ref} ${subject}`])) };
}

/** For changes on behalf of something else. */
export const recordedTasks = recordedElement<Task>(collectionName, history);
