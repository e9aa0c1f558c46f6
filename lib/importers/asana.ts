import type { DumpAttachment, DumpElement, DumpHistoryEntry, DumpProject, DumpSetting, DumpTask, DumpUserStory } from '../dumps/types';
import { assignment, inOrder, change, comment, creation, namedChange, plainChange } from './history';
import type { OutsidePeople } from './people';
import { dateIn, dayIn, recordIn, recordsIn, textIn, type Json } from './read';
import { cut, projectOf, type ProjectWishes } from './template';

/** Name of the role that people of Asana get. */
export const asanaRole = 'Asana';

/** The custom attribute with the day on which something is due. */
const dueAttribute = 'Due date';

const statuses: DumpSetting[] = [
  { name: 'Open', slug: 'open', order: 1, is_closed: false, color: '#FF8A84' },
  { name: 'Closed', slug: 'closed', order: 2, is_closed: true, color: '#669900' },
];
const statusNames = statuses.map(({ name }) => name);

/** How Asana paints its tags. */
const colours: Readonly<Record<string, string>> = {
  'dark-pink': '#ed03b1',
  'dark-green': '#12ae3e',
  'dark-blue': '#0056f7',
  'dark-red': '#ee2400',
  'dark-teal': '#008eaa',
  'dark-brown': '#bc2605',
  'dark-orange': '#ffa800',
  'dark-purple': '#6743b3',
  'dark-warm-gray': '#757551',
  'light-pink': '#ffc7db',
  'light-green': '#cdff84',
  'light-blue': '#84ceff',
  'light-red': '#ff8484',
  'light-teal': '#84ffe8',
  'light-yellow': '#ffff84',
  'light-orange': '#ffcc84',
  'light-purple': '#cb84ff',
  'light-warm-gray': '#b7b7b7',
};

/** What all tasks of a project have in common. */
export interface AsanaFrame {
  project: string;
  people: OutsidePeople;
  keepReference: boolean;
}

/** A task, or a task below another, with its ref and what was told of it. */
export interface AsanaTask {
  task: Json;
  ref: number;
  stories: readonly Json[];
  attachments: DumpAttachment[];
}

/** The project of a project of Asana (importers.md, Asana). */
export function asanaProject(template: Json, tags: readonly Json[], wishes: ProjectWishes): DumpProject {
  const due: DumpSetting[] = [{ name: dueAttribute, description: '', type: 'date', order: 1 }];
  return {
    ...projectOf(template, asanaRole, wishes),
    us_statuses: statuses.map((status) => ({ ...status, is_archived: false, wip_limit: null })),
    default_us_status: 'Open',
    task_statuses: statuses,
    default_task_status: 'Open',
    userstorycustomattributes: due,
    taskcustomattributes: due,
    tags_colors: coloursOf(tags),
  };
}

/** Names of Asana's tags may repeat, ours don't. */
const coloursOf = (tags: readonly Json[]): [string, string | null][] =>
  [...new Map(tags.flatMap((tag) => (tagOf(tag) === '' ? [] : [[tagOf(tag), colours[textIn(tag.color)] ?? null] as const])))].map(
    ([name, colour]) => [name, colour],
  );

const tagOf = (tag: Json): string => textIn(tag.name).trim().toLowerCase();

/** A user story of a task without parent. */
export function asanaStory(told: AsanaTask, frame: AsanaFrame): DumpUserStory {
  const order = { backlog_order: told.ref, kanban_order: told.ref, sprint_order: told.ref };
  return { ...elementOf(told, frame), ...order, finish_date: dateIn(told.task.completed_at), is_closed: told.task.completed === true };
}

/** A task of a task below another one, at any depth. @param story ref */
export function asanaTask(told: AsanaTask, story: number, frame: AsanaFrame): DumpTask {
  const order = { us_order: told.ref, taskboard_order: told.ref };
  return { ...elementOf(told, frame), ...order, user_story: story, finished_date: dateIn(told.task.completed_at) };
}

function elementOf({ task, ref, stories, attachments }: AsanaTask, { people, project, keepReference }: AsanaFrame): DumpElement {
  const id = textIn(task.gid);
  const assignee = textIn(recordIn(task.assignee).gid);
  const followers = recordsIn(task.followers).map(({ gid }) => textIn(gid));
  const due = dayIn(task.due_on);
  const creator = recordIn(task.created_by);
  return {
    ref,
    subject: cut(textIn(task.name), 500) || `#${ref}`,
    description: textIn(task.notes),
    status: task.completed === true ? 'Closed' : 'Open',
    owner: people.address(textIn(creator.gid)),
    assigned_to: people.address(assignee),
    watchers: people.addressesOf(followers.filter((follower) => follower !== assignee)),
    tags: [...new Set(recordsIn(task.tags).map(tagOf))].filter((tag) => tag !== ''),
    created_date: dateIn(task.created_at) ?? undefined,
    modified_date: dateIn(task.modified_at) ?? undefined,
    external_reference: keepReference ? ['asana', `https://app.asana.com/0/${project}/${id}`] : null,
    custom_attributes_values: due === null ? {} : { [dueAttribute]: due },
    attachments,
    history: historyOf(task, stories, people),
  };
}

function historyOf(task: Json, stories: readonly Json[], people: OutsidePeople): DumpHistoryEntry[] {
  const authorOf = (person: unknown) => people.author(textIn(recordIn(person).gid), textIn(recordIn(person).name));
  const created = dateIn(task.created_at);
  const assigned: Assigned = { to: null };
  const entries = stories.flatMap((story) => {
    const at = dateIn(story.created_at);
    const told = at === null ? null : toldBy(story, assigned, people);
    if (at === null || told === null) return [];
    return [typeof told === 'string' ? comment(authorOf(story.created_by), at, told) : change(authorOf(story.created_by), at, told)];
  });
  return inOrder(created === null ? [] : [creation(authorOf(task.created_by), created)], entries);
}

interface Assigned {
  to: string | null;
}

/** What a story of Asana says: a comment, a change, or nothing that is known here. */
function toldBy(story: Json, assigned: Assigned, people: OutsidePeople): string | Parameters<typeof change>[2] | null {
  const before = assigned.to;
  switch (story.resource_subtype) {
    case 'marked_complete':
      return namedChange('status', statusNames, 'Open', 'Closed');
    case 'marked_incomplete':
      return namedChange('status', statusNames, 'Closed', 'Open');
    case 'name_changed':
      return plainChange('subject', textIn(story.old_name), textIn(story.new_name));
    case 'assigned':
    case 'unassigned':
      assigned.to = story.resource_subtype === 'assigned' ? people.address(textIn(recordIn(story.assignee).gid)) : null;
      return assignment(before, assigned.to);
    default:
      return story.type === 'comment' && textIn(story.text) !== '' ? textIn(story.text) : null;
  }
}

/** What is known of a file; null for one that Asana only links to. */
export function asanaFile(file: Json): { name: string; address: string; created: string | null; owner: null } | null {
  const address = textIn(file.download_url);
  return address === '' ? null : { name: textIn(file.name) || 'file', address, created: dateIn(file.created_at), owner: null };
}
