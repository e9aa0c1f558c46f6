import { fieldError } from '../../../lib/errors';
import type { Hooks } from '../../../lib/resource/define';
import { contextOf, type Draft } from '../../../lib/resource/draft';
import { now } from '../../../lib/resource/values';
import { removeAttachments } from '../../../lib/resource/traits/attachments';
import { demandOwn } from '../../../lib/resource/traits/element.rules';
import { settingOf } from '../../../lib/resource/traits/element.serialize';
import { infoHeaders, makeRoom } from '../../../lib/resource/traits/places';
import { progressChanged } from '../epics/epic-progress';
import { recloseMilestones } from '../milestones/milestone-closing';
import { tasksFollowStories } from '../tasks/task-moves';
import { tasksMoveAlong } from '../tasks/tasks-move-along';
import { removeTasksOf, tasksOfStories } from '../tasks/tasks-of-stories';
import { noteOrigins, tellOrigin } from './userstory-origin';
import { closeStories, isClosed } from './userstory-closing';
import { completedPoints, pointsProblem } from './points.rules';
import { lastPlace, traits, type UserStory } from './userstory';
import { assignedUsers } from './userstory.serialize';

type StoryDraft = Draft<UserStory>;

/** What a story does beyond being an element (userstories.md). */
export const hooks: Hooks<UserStory> = {
  prepare: leaveOldProject,
  check: (draft) => {
    demandOwnPoints(draft);
    demandOwn(draft, 'milestone', traits, 'sprint');
    demandOwn(draft, 'swimlane', traits, 'swimlane');
  },
  beforeSave: async (draft) => {
    const { before, after } = draft;
    const former = before?.project === after.project ? before.points : {};
    after.points = completedPoints(draft.sent.has('points') ? after.points : {}, former, contextOf(draft));
    const assignees = assignedUsers(after);
    after.assignees = assignees.length === 0 ? null : assignees;
    if (movesCell(draft)) after.kanban_order = lastPlace();
    await closeByStatus(draft);
    await noteOrigins(draft);
  },
  afterSave: async (draft) => {
    const { request, before, after } = draft;
    await pushOthers(draft);
    if (before && before.project !== after.project) await tasksMoveAlong(request, after.id, after.project);
    if (before && before.milestone !== after.milestone) await tasksFollowStories(request, [after.id], after.milestone);
    await tellOrigin(draft);
    if (!before) return;
    const milestones = [before.milestone, after.milestone];
    // Tasks that changed meanwhile were judged by the old status.
    if (movesCell(draft)) await closeStories(request, [after.id], milestones);
    else await recloseMilestones(request, milestones);
  },
  afterSaveAll: async (drafts) => {
    const made = drafts.filter(({ before }) => !before);
    if (made[0]) await recloseMilestones(made[0].request, [...new Set(made.map(({ after }) => after.milestone))]);
  },
  afterDestroy: async (draft) => {
    const { request, after } = draft;
    await Promise.all([removeTasksOf(request, after.id), removeAttachments(draft, 'userstory')]);
    await progressChanged(request, after.epic_ids ?? []);
    await recloseMilestones(request, [after.milestone], { deletion: true });
  },
};

/** A sprint, swimlane and points of the old project don't come along (userstories.md, Project moves). */
async function leaveOldProject({ request, before, after, context, sent }: StoryDraft): Promise<void> {
  if (!before || before.project === after.project || !context) return;
  const sprint = after.milestone === null ? null : await request.node.caches.milestones.one(after.milestone);
  if (sprint?.project !== context.id) after.milestone = null;
  if (!settingOf(context, 'swimlanes', after.swimlane)) after.swimlane = null;
  if (!sent.has('points')) after.points = {};
}

/** @throws 400 with a text instead of a list; of an edit it tells, as its answer would, that no places changed */
function demandOwnPoints({ before, after, sent, context }: StoryDraft): void {
  if (!sent.has('points') || !context) return;
  const problem = pointsProblem(after.points, context);
  if (problem === null) return;
  const error = fieldError('points', problem);
  if (before) error.data.headers = infoHeaders('order-updated', '{}');
  throw error;
}

/** Only a new status, or another project, can close or open a story by an edit of itself. */
async function closeByStatus(draft: StoryDraft): Promise<void> {
  const { request, before, after } = draft;
  if (before && !movesCell(draft)) after.is_closed = before.is_closed;
  else if (before) {
    const tasks = await tasksOfStories(request.node.store, [before.id]);
    after.is_closed = isClosed(after.status, tasks.get(before.id), contextOf(draft));
  }
  after.finish_date = after.is_closed ? (after.finish_date ?? now()) : null;
}

const movesCell = ({ before, after }: StoryDraft) =>
  before !== null && (before.status !== after.status || before.swimlane !== after.swimlane || before.project !== after.project);

/** A changed place pushes on the others of the group; the answer tells all new places (userstories.md, Places). */
async function pushOthers(draft: StoryDraft): Promise<void> {
  const { request, before, after, sent } = draft;
  if (!before) return;
  const moved: Record<number, number> = {};
  const group = { project: after.project, milestone: after.milestone };
  const stayed = before.milestone === after.milestone;
  for (const field of ['backlog_order', 'sprint_order'] as const) {
    // In another project nothing stands behind it yet that would have to move.
    if (before.project !== after.project) break;
    if (stayed && !(sent.has(field) && before[field] !== after[field])) continue;
    const collection = request.node.store.collection<UserStory>('userstories');
    Object.assign(moved, await makeRoom(collection, { field, group, id: after.id, from: stayed ? before[field] : null, to: after[field] }));
    if (before[field] !== after[field]) moved[after.id] = after[field];
  }
  Object.assign(draft.headers, infoHeaders('order-updated', JSON.stringify(moved)));
}
