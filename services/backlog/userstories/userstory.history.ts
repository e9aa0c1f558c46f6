import type { HistoryDeclaration } from '../../../lib/resource/define';
import { frozenElement, milestoneNames, recordedElement, settingNames } from '../../../lib/resource/traits/element.history';
import { collectionName, traits, type UserStory } from './userstory';
import { assignedUsers } from './userstory.serialize';

const orders = ['backlog_order', 'sprint_order', 'kanban_order'] as const;

/** `YYYY-MM-DD HH:MM:SS.ffffff+00:00`, without the fraction for whole seconds, or the text `None` (history.md). */
export function frozenMoment(moment: string | null): string {
  if (moment === null) return 'None';
  const fraction = moment.length > 20 ? `${moment.slice(19, 23)}000` : '';
  return `${moment.slice(0, 10)} ${moment.slice(11, 19)}${fraction}+00:00`;
}

/** What the history keeps of a story. */
export const history: HistoryDeclaration<UserStory> = {
  kind: 'userstory',
  freeze: (story, context) =>
    Object.assign(frozenElement(story, context, traits.customAttributes), {
      swimlane: story.swimlane,
      is_closed: story.is_closed,
      finish_date: frozenMoment(story.finish_date),
      backlog_order: story.backlog_order,
      sprint_order: story.sprint_order,
      kanban_order: story.kanban_order,
      // Their order tells nothing.
      assigned_users: assignedUsers(story).toSorted((left, right) => left - right),
      milestone: story.milestone,
      client_requirement: story.client_requirement,
      team_requirement: story.team_requirement,
      points: story.points,
      from_issue: story.generated_from_issue,
      from_task: story.generated_from_task,
      tribe_gig: null,
      due_date: story.due_date,
    }),
  neverInDiff: ['assigned_to'],
  hidden: orders,
  users: ['owner', 'assigned_to', 'assigned_users'],
  names: async (diff, context, request) => ({
    ...settingNames(diff, context, { status: 'us_statuses', swimlane: 'swimlanes' }),
    ...(diff.points ? pointsNames(diff.points, context) : {}),
    ...(await milestoneNames(diff.milestone, request)),
  }),
};

type Names = Awaited<ReturnType<HistoryDeclaration<UserStory>['names']>>;
type Context = Parameters<HistoryDeclaration<UserStory>['names']>[1];

function pointsNames(pair: [unknown, unknown], context: Context): Names {
  const used = new Set(pair.flatMap((points) => Object.values((points ?? {}) as Record<string, number>)));
  const roles = new Set(pair.flatMap((points) => Object.keys((points ?? {}) as Record<string, number>)));
  return {
    points: Object.fromEntries(context.settings.points.filter(({ id }) => used.has(id)).map(({ id, name }) => [String(id), name])),
    roles: Object.fromEntries(context.roles.filter(({ id }) => roles.has(String(id))).map(({ id, name }) => [String(id), name])),
  };
}

/** For changes on behalf of something else. */
export const recordedStories = recordedElement<UserStory>(collectionName, history);
