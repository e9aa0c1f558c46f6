import type { Hooks } from '../../../lib/resource/define';
import type { Draft } from '../../../lib/resource/draft';
import { removeAttachments } from '../../../lib/resource/traits/attachments';
import { demandOwn } from '../../../lib/resource/traits/element.rules';
import { infoHeaders, setOrdersOf } from '../../../lib/resource/traits/places';
import { now } from '../../../lib/resource/values';
import { recloseMilestones } from '../milestones/milestone-closing';
import { closeStories } from '../userstories/userstory-closing';
import { forgetOrigin } from '../userstories/userstory-origin';
import { storiesById } from './stories-of-tasks';
import { tasksCatchUp } from './task-moves';
import { pushOthers, type TaskGroup } from './task-places';
import { traits, type Task } from './task';

type TaskDraft = Draft<Task>;

/** Tasks of bulk_create, which are not finished before they are saved again, even with a closed status: the API's answer to it. */
export const madeInBulk = new WeakSet<TaskDraft>();

/** What a task does beyond being an element (tasks.md). */
export const hooks: Hooks<Task> = {
  prepare: async (draft) => {
    await leaveOldProject(draft);
    await followStory(draft);
  },
  check: (draft) => {
    demandOwn(draft, 'user_story', traits, 'user story');
    demandOwn(draft, 'milestone', traits, 'sprint');
  },
  beforeSave: (draft) => {
    const { after } = draft;
    const moment = after.finished_date ?? (madeInBulk.has(draft) ? null : now());
    after.finished_date = after.is_closed ? moment : null;
  },
  afterSave: async (draft) => {
    if (draft.before) Object.assign(draft.headers, infoHeaders('order-updated', JSON.stringify(await newPlaces(draft, draft.before))));
  },
  afterSaveAll: async (drafts) => {
    const request = drafts[0]?.request;
    if (!request) return;
    await tasksCatchUp(
      request,
      drafts.filter(entersStory).map(({ after }) => after),
    );
    await closeStories(request, drafts.flatMap(restatedStories), drafts.flatMap(sprintsOf));
  },
  afterDestroy: async (draft) => {
    const { request, after } = draft;
    const { id, user_story, milestone } = after;
    await Promise.all([forgetOrigin(request, 'task', id), removeAttachments(draft, 'task')]);
    if (user_story === null) await recloseMilestones(request, [milestone], { deletion: true });
    else await closeStories(request, [user_story]);
  },
};

/** A story and a sprint that aren't of the new project don't come along. */
async function leaveOldProject({ request, before, after, context }: TaskDraft): Promise<void> {
  if (!before || before.project === after.project || !context) return;
  if (after.user_story !== null) {
    const stories = await storiesById(request, [after.user_story]);
    if (stories.get(after.user_story)?.project !== context.id) after.user_story = null;
  }
  const sprint = after.milestone === null ? null : await request.node.caches.milestones.one(after.milestone);
  if (sprint?.project !== context.id) after.milestone = null;
}

/** A task in a story is in the story's sprint, whatever is sent. */
async function followStory({ request, before, after, sent, context, foreign }: TaskDraft): Promise<void> {
  if (after.user_story === null || !context) return;
  const stays = before?.user_story === after.user_story && before.project === after.project;
  if (stays && !sent.has('milestone')) return;
  const story = (await storiesById(request, [after.user_story])).get(after.user_story);
  if (!story) return;
  if (story.project !== context.id) foreign.add('user_story');
  else after.milestone = story.milestone;
}

const entersStory = ({ before, after }: TaskDraft) => after.user_story !== null && before?.user_story !== after.user_story;

/** Stories whose state the change may have turned: the old one too. */
function restatedStories({ before, after }: TaskDraft): number[] {
  const same = before !== null && before.user_story === after.user_story && before.is_closed === after.is_closed;
  return same ? [] : [before?.user_story ?? null, after.user_story].filter((id) => id !== null);
}

const sprintsOf = ({ before, after }: TaskDraft) => [before?.milestone ?? null, after.milestone];

/** What an edit moves: the task in its story and in its cell of the board, and the others there (tasks.md, Rules). */
async function newPlaces({ request, after }: TaskDraft, before: Task): Promise<Record<number, number>> {
  const { project, user_story, status, milestone } = after;
  const sameStory = before.user_story === user_story && before.project === project;
  const sameCell = sameStory && before.status === status && before.milestone === milestone;
  const further = setOrdersOf(request.facts.setOrders);
  const push = async (group: TaskGroup, from: number | null) => pushOthers(request, group, { task: after, from, further });
  const moved: Record<number, number> = {};
  if (!sameStory || before.us_order !== after.us_order)
    Object.assign(moved, await push({ field: 'us_order', project, user_story }, sameStory ? before.us_order : null));
  if (!sameStory || before.status !== status || before.taskboard_order !== after.taskboard_order)
    Object.assign(
      moved,
      await push({ field: 'taskboard_order', project, user_story, status, milestone }, sameCell ? before.taskboard_order : null),
    );
  return moved;
}
