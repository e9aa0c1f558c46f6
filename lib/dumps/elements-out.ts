import type { PortableDocument } from '../contracts/portable-actions';
import type { SettingKind } from '../contracts/project-context';
import { dumpMomentOrNull } from './dates';
import { addressOf, addressesOf, settingName, type Names } from './names';
import type { SectionName } from './types';

/** Writes an item without its attachments and history, which are written on their own as they may be long. */
export type ItemOut = (document: PortableDocument, names: Names) => Record<string, unknown>;

type Mark = { id: number };

const watchersOf = (document: PortableDocument, names: Names) => addressesOf(names, marked(document.watches));
const marked = (marks: unknown): number[] => ((marks ?? []) as Mark[]).map(({ id }) => id);

const milestoneName = (document: PortableDocument, names: Names) =>
  typeof document.milestone === 'number' ? (names.milestone(document.milestone) ?? null) : null;

/** `{attribute name: value}` */
function customValues({ custom_values }: PortableDocument, { context }: Names, kind: SettingKind): Record<string, unknown> {
  const values = (custom_values ?? {}) as Record<string, unknown>;
  return Object.fromEntries(
    context.settings[kind].flatMap(({ id, name }) => (values[String(id)] === undefined ? [] : [[name, values[String(id)]] as const])),
  );
}

/** What epics, stories, tasks and issues share. */
function elementOut(document: PortableDocument, names: Names, kinds: { status: SettingKind; attributes: SettingKind }) {
  return {
    watchers: watchersOf(document, names),
    custom_attributes_values: customValues(document, names, kinds.attributes),
    ref: document.ref,
    owner: addressOf(names, document.owner),
    status: settingName(names, kinds.status, document.status),
    assigned_to: addressOf(names, document.assigned_to),
    created_date: dumpMomentOrNull(document.created_date),
    modified_date: dumpMomentOrNull(document.modified_date),
    subject: document.subject,
    description: document.description,
    version: document.version,
    blocked_note: document.blocked_note,
    is_blocked: document.is_blocked,
    tags: document.tags,
  };
}

const dueOut = ({ external_reference, due_date, due_date_reason }: PortableDocument) => ({
  external_reference: external_reference ?? null,
  due_date: due_date ?? null,
  due_date_reason,
});

const originRef = (origin: unknown) => (origin as { ref: number } | null | undefined)?.ref ?? null;

const storyOut: ItemOut = (document, names) => ({
  ...elementOut(document, names, { status: 'us_statuses', attributes: 'userstory_custom_attributes' }),
  ...dueOut(document),
  role_points: rolePoints(document, names),
  assigned_users: addressesOf(names, document.assigned_users as number[]),
  swimlane: settingName(names, 'swimlanes', document.swimlane),
  milestone: milestoneName(document, names),
  finish_date: dumpMomentOrNull(document.finish_date),
  generated_from_issue: originRef(document.origin_issue),
  generated_from_task: originRef(document.origin_task),
  from_task_ref: document.from_task_ref ?? null,
  is_closed: document.is_closed,
  backlog_order: document.backlog_order,
  sprint_order: document.sprint_order,
  kanban_order: document.kanban_order,
  client_requirement: document.client_requirement,
  team_requirement: document.team_requirement,
  tribe_gig: null,
});

function rolePoints({ points }: PortableDocument, names: Names) {
  const own = points as Record<string, number>;
  return names.context.roles.flatMap(({ id, name }) => {
    const value = settingName(names, 'points', own[String(id)]);
    return value === null ? [] : [{ role: name, points: value }];
  });
}

const taskOut: ItemOut = (document, names) => ({
  ...elementOut(document, names, { status: 'task_statuses', attributes: 'task_custom_attributes' }),
  ...dueOut(document),
  user_story: typeof document.user_story === 'number' ? (names.storyRef(document.user_story) ?? null) : null,
  milestone: milestoneName(document, names),
  finished_date: dumpMomentOrNull(document.finished_date),
  us_order: document.us_order,
  taskboard_order: document.taskboard_order,
  is_iocaine: document.is_iocaine,
});

const issueOut: ItemOut = (document, names) => ({
  ...elementOut(document, names, { status: 'issue_statuses', attributes: 'issue_custom_attributes' }),
  ...dueOut(document),
  type: settingName(names, 'issue_types', document.type),
  priority: settingName(names, 'priorities', document.priority),
  severity: settingName(names, 'severities', document.severity),
  milestone: milestoneName(document, names),
  votes: addressesOf(names, marked(document.votes)),
  finished_date: dumpMomentOrNull(document.finished_date),
});

/** A story of an epic, as the owner of epics gives it. */
export interface RelatedStoryFacts {
  project: number;
  ref: number;
  order: number;
}

const epicOut: ItemOut = (document, names) => ({
  ...elementOut(document, names, { status: 'epic_statuses', attributes: 'epic_custom_attributes' }),
  epics_order: document.epics_order,
  color: document.color,
  client_requirement: document.client_requirement,
  team_requirement: document.team_requirement,
  // Stories of other projects don't travel with this one.
  related_user_stories: (document.related_user_stories as RelatedStoryFacts[])
    .filter(({ project }) => project === names.context.id)
    .map(({ ref, order }) => ({ user_story: ref, order, source_project_slug: null })),
});

const milestoneOut: ItemOut = (document, names) => ({
  watchers: watchersOf(document, names),
  name: document.name,
  owner: addressOf(names, document.owner),
  created_date: dumpMomentOrNull(document.created_date),
  modified_date: dumpMomentOrNull(document.modified_date),
  estimated_start: document.estimated_start,
  estimated_finish: document.estimated_finish,
  slug: document.slug,
  closed: document.closed,
  disponibility: document.disponibility ?? null,
  order: document.order,
});

const pageOut: ItemOut = (document, names) => ({
  watchers: watchersOf(document, names),
  slug: document.slug,
  owner: addressOf(names, document.owner),
  last_modifier: addressOf(names, document.last_modifier),
  modified_date: dumpMomentOrNull(document.modified_date),
  created_date: dumpMomentOrNull(document.created_date),
  content: document.content,
  version: document.version,
});

const linkOut: ItemOut = ({ title, href, order }) => ({ title, href, order });

/** How the items of each list but the timeline are written. */
export const itemsOut: Record<Exclude<SectionName, 'timeline'>, ItemOut> = {
  milestones: milestoneOut,
  issues: issueOut,
  user_stories: storyOut,
  epics: epicOut,
  tasks: taskOut,
  wiki_pages: pageOut,
  wiki_links: linkOut,
};

/** A record of an attachment, without the file itself. */
export const attachmentOut: ItemOut = (document, names) => ({
  owner: addressOf(names, document.owner),
  created_date: dumpMomentOrNull(document.created_date),
  modified_date: dumpMomentOrNull(document.modified_date),
  description: document.description,
  is_deprecated: document.is_deprecated,
  name: document.name,
  order: document.order,
  sha1: document.sha1,
  size: document.size,
});

const peopleFields = ['owner', 'assigned_to', 'last_modifier', 'invited_by', 'user'] as const;

/** Ids of all accounts that documents name. */
export function peopleIn(documents: readonly PortableDocument[]): Set<number> {
  const ids = new Set<number>();
  for (const document of documents) {
    for (const field of peopleFields) if (typeof document[field] === 'number') ids.add(document[field]);
    for (const id of [...marked(document.watches), ...marked(document.votes), ...((document.assigned_users ?? []) as number[])])
      ids.add(id);
  }
  return ids;
}
