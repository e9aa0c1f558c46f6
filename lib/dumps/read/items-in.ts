import type { ProjectContext, SettingKind } from '../../contracts/project-context';
import type { FieldErrors } from '../../resource/define';
import { slugOrNull } from '../../text/slug';
import type { SectionName } from '../types';
import { itemFields } from './fields';
import { readSent, unknownName } from './values';

type Values = Record<string, unknown>;

/** An element that was imported before. */
export interface KnownElement {
  id: number;
  ref: number;
  subject: string;
}

/** What the names in items stand for, as far as the import has come. */
export interface Lookups {
  context: ProjectContext;
  /** Becomes the owner of what has none. */
  owner: number;
  /** Moment of the import. */
  now: string;
  account(address: unknown): number | null;
  milestone(name: string): number | undefined;
  story(ref: number): KnownElement | undefined;
  issue(ref: number): KnownElement | undefined;
}

/** An item as stored values; nothing is stored of one with errors. */
export interface ReadItem {
  values: Values;
  errors: FieldErrors;
}

/** Reads an item of a list. */
export type ItemIn = (item: unknown, lookups: Lookups) => ReadItem;

const marksOf = (addresses: unknown, { account, now }: Lookups) => accountsOf(addresses, account).map((id) => ({ id, at: now }));

const accountsOf = (addresses: unknown, account: Lookups['account']): number[] => [
  ...new Set(((addresses ?? []) as string[]).map(account).filter((id) => id !== null)),
];

/** The setting that a name stands for; an error for an unknown one. */
function settingId(item: ReadItem, field: string, kind: SettingKind, { context }: Lookups, fallback: number | null): number | null {
  const name = item.values[field];
  if (name === undefined) return fallback;
  const found = context.settings[kind].find((setting) => setting.name === name);
  if (!found) item.errors[field] = [unknownName(name)];
  return found?.id ?? null;
}

function milestoneId(item: ReadItem, lookups: Lookups): number | null {
  const name = item.values.milestone;
  if (typeof name !== 'string') return null;
  const id = lookups.milestone(name);
  if (id === undefined) item.errors.milestone = [unknownName(name)];
  return id ?? null;
}

/** Values of custom attributes by their id; those of unknown ones are left out. */
function customValues({ values }: ReadItem, { context }: Lookups, kind: SettingKind): Values {
  const sent = (values.custom_attributes_values ?? {}) as Values;
  return Object.fromEntries(
    context.settings[kind].flatMap(({ id, name }) => (Object.hasOwn(sent, name) ? [[String(id), sent[name]] as const] : [])),
  );
}

const texts = (value: unknown) => (Array.isArray(value) && value.every((one) => typeof one === 'string') ? value : null);

interface ElementKinds {
  statuses: SettingKind;
  fallback: number | null;
  attributes: SettingKind;
}

/** What epics, stories, tasks and issues share. */
function elementValues(item: ReadItem, lookups: Lookups, { statuses, fallback, attributes }: ElementKinds): Values {
  const { attachments: _files, history: _history, custom_attributes_values: _values, ...own } = item.values;
  return {
    ...own,
    status: settingId(item, 'status', statuses, lookups, fallback),
    owner: lookups.account(own.owner) ?? lookups.owner,
    assigned_to: lookups.account(own.assigned_to),
    watches: marksOf(own.watchers, lookups),
    version: Math.max(1, (own.version as number | undefined) ?? 1),
    custom_values: customValues(item, lookups, attributes),
    external_reference: texts(own.external_reference),
  };
}

const read = (section: SectionName, item: unknown): ReadItem => readSent(itemFields[section], item);

const milestoneIn: ItemIn = (sent, lookups) => {
  const { values, errors } = read('milestones', sent);
  const today = lookups.now.slice(0, 10);
  const start = values.estimated_start ?? values.estimated_finish ?? today;
  const dates = { estimated_start: start, estimated_finish: values.estimated_finish ?? start };
  if (String(dates.estimated_start) > String(dates.estimated_finish)) {
    errors.__all__ = ['The estimated start must be previous to the estimated finish.'];
  }
  return { values: { ...values, ...dates, owner: lookups.account(values.owner), watches: marksOf(values.watchers, lookups) }, errors };
};

const storyIn: ItemIn = (sent, lookups) => {
  const item = read('user_stories', sent);
  const { context } = lookups;
  const issue = originOf(item, 'generated_from_issue', (ref) => lookups.issue(ref));
  const values = {
    ...elementValues(item, lookups, {
      statuses: 'us_statuses',
      fallback: context.defaults.default_us_status,
      attributes: 'userstory_custom_attributes',
    }),
    milestone: milestoneId(item, lookups),
    swimlane: settingId(item, 'swimlane', 'swimlanes', lookups, null),
    assigned_users: accountsOf(item.values.assigned_users, lookups.account),
    points: pointsOf(item, lookups),
    generated_from_issue: issue?.id ?? null,
    origin_issue: issue ?? null,
    // Tasks come later.
    generated_from_task: null,
    origin_task: null,
  };
  return { values, errors: item.errors };
};

/** What a story was made of; a ref to nothing is left out. */
function originOf({ values }: ReadItem, field: string, find: (ref: number) => KnownElement | undefined): KnownElement | undefined {
  const ref = values[field];
  return typeof ref === 'number' ? find(ref) : undefined;
}

function pointsOf({ values, errors }: ReadItem, { context }: Lookups): Record<string, number> {
  const points: Record<string, number> = {};
  for (const { role, points: name } of (values.role_points ?? []) as Values[]) {
    const own = context.roles.find((one) => one.name === role);
    const value = context.settings.points.find((one) => one.name === name);
    if (own && value) points[String(own.id)] = value.id;
    else errors.role_points = [unknownName(own ? name : role)];
  }
  return points;
}

const taskIn: ItemIn = (sent, lookups) => {
  const item = read('tasks', sent);
  const { context } = lookups;
  const ref = item.values.user_story;
  const story = typeof ref === 'number' ? lookups.story(ref) : undefined;
  if (typeof ref === 'number' && !story) item.errors.user_story = [unknownName(ref)];
  const kinds: ElementKinds = {
    statuses: 'task_statuses',
    fallback: context.defaults.default_task_status,
    attributes: 'task_custom_attributes',
  };
  const values = { ...elementValues(item, lookups, kinds), milestone: milestoneId(item, lookups), user_story: story?.id ?? null };
  return { values, errors: item.errors };
};

const issueIn: ItemIn = (sent, lookups) => {
  const item = read('issues', sent);
  const { defaults } = lookups.context;
  const kinds: ElementKinds = {
    statuses: 'issue_statuses',
    fallback: defaults.default_issue_status,
    attributes: 'issue_custom_attributes',
  };
  const values = {
    ...elementValues(item, lookups, kinds),
    type: settingId(item, 'type', 'issue_types', lookups, defaults.default_issue_type),
    priority: settingId(item, 'priority', 'priorities', lookups, defaults.default_priority),
    severity: settingId(item, 'severity', 'severities', lookups, defaults.default_severity),
    milestone: milestoneId(item, lookups),
    votes: marksOf(item.values.votes, lookups),
  };
  return { values, errors: item.errors };
};

const epicIn: ItemIn = (sent, lookups) => {
  const item = read('epics', sent);
  const kinds: ElementKinds = {
    statuses: 'epic_statuses',
    fallback: lookups.context.defaults.default_epic_status,
    attributes: 'epic_custom_attributes',
  };
  return { values: elementValues(item, lookups, kinds), errors: item.errors };
};

const pageIn: ItemIn = (sent, lookups) => {
  const { values, errors } = read('wiki_pages', sent);
  const { attachments: _files, history: _history, ...own } = values;
  const page = {
    ...own,
    slug: slugOrNull(String(own.slug ?? '')),
    owner: lookups.account(own.owner) ?? lookups.owner,
    last_modifier: lookups.account(own.last_modifier),
    watches: marksOf(own.watchers, lookups),
    version: Math.max(1, (own.version as number | undefined) ?? 1),
  };
  return { values: page, errors };
};

/** How the items of each list but the timeline are read. */
export const itemsIn: Record<Exclude<SectionName, 'timeline'>, ItemIn> = {
  milestones: milestoneIn,
  issues: issueIn,
  user_stories: storyIn,
  epics: epicIn,
  tasks: taskIn,
  wiki_pages: pageIn,
  wiki_links: (sent) => read('wiki_links', sent),
};

const people = ['owner', 'assigned_to', 'last_modifier'] as const;
const lists = ['watchers', 'assigned_users', 'votes'] as const;

/** Addresses that an item names, its attachments and history too. */
export function addressesInItem(item: unknown): unknown[] {
  if (typeof item !== 'object' || item === null) return [];
  const own = item as Values;
  const history = (Array.isArray(own.history) ? own.history : []) as unknown[];
  const files = (Array.isArray(own.attachments) ? own.attachments : []) as unknown[];
  return [
    ...people.map((field) => own[field]),
    ...lists.flatMap((field) => own[field] ?? []),
    ...files.flatMap(addressesInItem),
    ...history.flatMap(addressesInEntry),
  ];
}

function addressesInEntry(entry: unknown): unknown[] {
  if (typeof entry !== 'object' || entry === null) return [];
  const {
    user,
    diff,
    snapshot,
    values,
    delete_comment_user: deleter,
    comment_versions: versions,
  } = entry as Record<string, Values | undefined>;
  const list = (value: unknown) => (Array.isArray(value) ? (value as unknown[]) : []);
  return [
    list(user)[0],
    list(deleter)[0],
    snapshot?.owner,
    snapshot?.assigned_to,
    ...list(diff?.assigned_to),
    ...list(values?.users),
    ...list(versions).map((version) => (version as Values | null)?.user),
  ];
}
