import type { DumpHistoryEntry, DumpIssue, DumpMilestone, DumpProject, DumpSetting, DumpUserStory } from '../dumps/types';
import { assignment, inOrder, change, comment, creation, namedChange, plainChange } from './history';
import type { OutsidePeople } from './people';
import { dateIn, dayIn, numberIn, recordIn, recordsIn, textIn, textOrNull, type Json } from './read';
import { cut, projectOf, uniqueNames, type ProjectWishes } from './template';

/** What of the issues is what here. */
export type GithubTarget = 'user_stories' | 'issues';

/** What all issues of a repository have in common. */
export interface GithubFrame {
  target: GithubTarget;
  people: OutsidePeople;
  keepReference: boolean;
  /** Names of our sprints by the number of the milestone. */
  sprints: ReadonlyMap<number, string>;
}

/** Name of the role that people of GitHub get. */
export const githubRole = 'Github';

const statuses: DumpSetting[] = [
  { name: 'Open', slug: 'open', order: 1, is_closed: false, color: '#FF8A84' },
  { name: 'Closed', slug: 'closed', order: 2, is_closed: true, color: '#669900' },
];
const statusNames = statuses.map(({ name }) => name);

/** The far end of a milestone without due date (importers.md). */
const farEnd = '9999-12-31';

/** The project of a repository (importers.md, GitHub). */
export function githubProject(template: Json, target: GithubTarget, labels: readonly Json[], wishes: ProjectWishes): DumpProject {
  const project = projectOf(template, githubRole, wishes);
  const own: Partial<DumpProject> =
    target === 'issues'
      ? { issue_statuses: statuses, default_issue_status: 'Open', is_issues_activated: true }
      : { us_statuses: statuses.map((status) => ({ ...status, is_archived: false, wip_limit: null })), default_us_status: 'Open' };
  return { ...project, ...own, tags_colors: labels.map((label) => [tagOf(label), colourOf(label.color)]) };
}

const tagOf = (label: Json) => textIn(label.name).toLowerCase();

function colourOf(value: unknown): string | null {
  const colour = textIn(value);
  return /^[0-9a-f]{6}$/i.test(colour) ? `#${colour.toLowerCase()}` : null;
}

/** The sprints of a repository's milestones, and their names by number. */
export function githubSprints(milestones: readonly Json[], people: OutsidePeople): { items: DumpMilestone[]; names: Map<number, string> } {
  const names = uniqueNames(
    milestones.map(({ title }) => textIn(title)),
    200,
  );
  const items = milestones.map((milestone, index) => ({
    name: names[index] ?? '',
    owner: people.address(textIn(recordIn(milestone.creator).id)),
    estimated_start: dayIn(milestone.created_at) ?? farEnd,
    estimated_finish: dayIn(milestone.due_on) ?? farEnd,
    created_date: dateIn(milestone.created_at) ?? undefined,
    modified_date: dateIn(milestone.updated_at) ?? undefined,
    closed: milestone.state === 'closed',
  }));
  return { items, names: new Map(milestones.map(({ number }, index) => [numberIn(number) ?? 0, names[index] ?? ''])) };
}

/** A user story of an issue with its comments and events. */
export function githubStory(issue: Json, comments: readonly Json[], events: readonly Json[], frame: GithubFrame): DumpUserStory {
  const { number = 0, closed_at, ...element } = elementOf(issue, comments, events, frame);
  const order = { backlog_order: number, kanban_order: number, sprint_order: number };
  return { ...element, ...order, is_closed: element.status === 'Closed', finish_date: closed_at };
}

/** As {@link githubStory}, an issue. */
export function githubIssue(issue: Json, comments: readonly Json[], events: readonly Json[], frame: GithubFrame): DumpIssue {
  const { number: _number, closed_at, ...element } = elementOf(issue, comments, events, frame);
  return { ...element, finished_date: closed_at };
}

function elementOf(issue: Json, comments: readonly Json[], events: readonly Json[], frame: GithubFrame) {
  const { people, sprints } = frame;
  const number = numberIn(issue.number) ?? undefined;
  const milestone = numberIn(recordIn(issue.milestone).number);
  const assignee = textIn(recordIn(issue.assignee).id);
  const others = recordsIn(issue.assignees).map(({ id }) => textIn(id));
  const address = textOrNull(issue.html_url);
  return {
    number,
    ref: number,
    subject: cut(textIn(issue.title), 500) || `#${number ?? '?'}`,
    description: textIn(issue.body),
    status: issue.state === 'closed' ? 'Closed' : 'Open',
    owner: people.address(textIn(recordIn(issue.user).id)),
    assigned_to: people.address(assignee),
    watchers: people.addressesOf(others.filter((id) => id !== assignee)),
    milestone: (milestone === null ? undefined : sprints.get(milestone)) ?? null,
    tags: recordsIn(issue.labels).map(tagOf),
    created_date: dateIn(issue.created_at) ?? undefined,
    modified_date: dateIn(issue.updated_at) ?? undefined,
    closed_at: dateIn(issue.closed_at),
    external_reference: frame.keepReference && address ? ['github', address] : null,
    history: historyOf(issue, comments, events, frame),
  };
}

function historyOf(issue: Json, comments: readonly Json[], events: readonly Json[], frame: GithubFrame): DumpHistoryEntry[] {
  const created = dateIn(issue.created_at) ?? dateIn(issue.updated_at);
  const first = created === null ? [] : [creation(authorOf(issue.user, frame.people), created)];
  const said = comments.flatMap((one) => {
    const at = dateIn(one.created_at);
    return at === null || textIn(one.body) === '' ? [] : [comment(authorOf(one.user, frame.people), at, textIn(one.body))];
  });
  return inOrder(first, [...said, ...changesOf(events, frame)]);
}

const authorOf = (user: unknown, people: OutsidePeople) => people.author(textIn(recordIn(user).id), textIn(recordIn(user).login));

/** What the fields were before an event follows from the events before it. */
interface Followed {
  status: string;
  tags: string[];
  assignee: string | null;
  milestone: string | null;
}

function changesOf(events: readonly Json[], frame: GithubFrame): DumpHistoryEntry[] {
  const now: Followed = { status: 'Open', tags: [], assignee: null, milestone: null };
  // The list of a repository's events begins with the newest.
  const inTurn = [...events].sort((one, other) => (numberIn(one.id) ?? 0) - (numberIn(other.id) ?? 0));
  return inTurn.flatMap((event) => {
    const at = dateIn(event.created_at);
    const changed = changeOf(event, now, frame);
    return at === null || changed === null ? [] : [change(authorOf(event.actor, frame.people), at, changed)];
  });
}

function changeOf(event: Json, now: Followed, frame: GithubFrame): Parameters<typeof change>[2] | null {
  const before = { ...now };
  switch (event.event) {
    case 'renamed': {
      const { from, to } = recordIn(event.rename);
      return plainChange('subject', textIn(from), textIn(to));
    }
    case 'closed':
    case 'reopened':
      now.status = event.event === 'closed' ? 'Closed' : 'Open';
      return namedChange('status', statusNames, before.status, now.status);
    case 'assigned':
    case 'unassigned': {
      const person = frame.people.address(textIn(recordIn(event.assignee).id));
      if (event.event === 'assigned') now.assignee = person;
      else if (now.assignee === person) now.assignee = null;
      return assignment(before.assignee, now.assignee);
    }
    case 'labeled':
    case 'unlabeled':
      now.tags = tagsAfter(event, before.tags);
      return now.tags.length === before.tags.length ? null : plainChange('tags', before.tags, now.tags);
    case 'milestoned':
    case 'demilestoned':
      now.milestone = event.event === 'milestoned' ? textIn(recordIn(event.milestone).title) : null;
      return namedChange('milestone', [...frame.sprints.values()], before.milestone, now.milestone);
    default:
      return null;
  }
}

function tagsAfter(event: Json, before: readonly string[]): string[] {
  const tag = tagOf(recordIn(event.label));
  const others = before.filter((one) => one !== tag);
  return event.event === 'labeled' ? [...others, tag] : others;
}
