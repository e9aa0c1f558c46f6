import type { ProjectContext, SettingKind } from '../../../lib/contracts/project-context';
import { validationError } from '../../../lib/errors';
import { shownValue } from '../../../lib/resource/values';

/** Kinds of elements that come in tables. */
export const tableKinds = ['userstories', 'issues'] as const;
export type TableKind = (typeof tableKinds)[number];

/** The attribute that each mapped column goes to, by the column's heading. */
export type Mapping = Record<string, string>;

const common = ['subject', 'description', 'status', 'assigned_to', 'watchers', 'milestone', 'tags', 'due_date', 'due_date_reason'];
const own: Record<TableKind, readonly string[]> = {
  userstories: ['assigned_users', 'swimlane', 'client_requirement', 'team_requirement'],
  issues: ['type', 'priority', 'severity'],
};
const pointsPrefix = 'points.';
const customPrefix = 'custom.';

/** The custom attributes of each kind. */
export const customKinds: Record<TableKind, SettingKind> = {
  userstories: 'userstory_custom_attributes',
  issues: 'issue_custom_attributes',
};

/** Headings that other programs use, and those of Larch's own exports where they differ. */
const aliases: Record<string, string> = {
  ...{ title: 'subject', summary: 'subject', name: 'subject', user_story: 'subject', story: 'subject', issue: 'subject' },
  ...{ body: 'description', details: 'description', state: 'status', assignee: 'assigned_to', owner_assigned: 'assigned_to' },
  ...{ sprint: 'milestone', iteration: 'milestone', labels: 'tags', due: 'due_date', deadline: 'due_date', issue_type: 'type' },
  ...{ assignees: 'assigned_users', followers: 'watchers' },
};

/** What columns can be mapped to, with `points.<slug of the role>` for each role that estimates and `custom.<name>`. */
export function attributesOf(kind: TableKind, { roles, settings }: Pick<ProjectContext, 'roles' | 'settings'>): string[] {
  const estimating = kind === 'userstories' ? roles.filter(({ computable }) => computable) : [];
  const custom = settings[customKinds[kind]].map(({ name }) => customPrefix + name);
  return [...common, ...own[kind], ...estimating.map(({ slug }) => pointsPrefix + slug), ...custom];
}

/** The role of an attribute for points, or null. */
export const roleOf = (attribute: string): string | null =>
  attribute.startsWith(pointsPrefix) ? attribute.slice(pointsPrefix.length) : null;

/** The name of the custom attribute that an attribute stands for, or null. */
export const customNameOf = (attribute: string): string | null =>
  attribute.startsWith(customPrefix) ? attribute.slice(customPrefix.length) : null;

/** Guesses by the headings; each attribute once. */
export function suggestedMapping(columns: readonly string[], attributes: readonly string[]): Mapping {
  const free = new Set(attributes);
  const mapping: Mapping = Object.create(null) as Mapping;
  for (const column of columns) {
    const custom = attributes.find((one) => customNameOf(one)?.toLowerCase() === column.toLowerCase());
    const attribute = [guess(column), custom].find((one) => one !== undefined && free.delete(one));
    if (attribute !== undefined) mapping[column] = attribute;
  }
  return mapping;
}

function guess(column: string): string {
  // The exports have ids in it, which mean somebody else elsewhere.
  if (column.trim() === 'watchers') return '';
  const points = /^(.+)-points$/.exec(column.trim());
  if (points) return pointsPrefix + (points[1] ?? '');
  const name = column
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_');
  return Object.hasOwn(aliases, name) ? (aliases[name] as string) : name;
}

/** Reads the mapping of a request. @throws 400 by field */
export function readMapping(value: unknown, columns: readonly string[], attributes: readonly string[]): Mapping {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw wrong('An object of columns and attributes is expected.');
  const taken = new Set<unknown>();
  for (const [column, attribute] of Object.entries(value)) {
    if (!columns.includes(column)) throw wrong(`There is no column '${column}'.`);
    if (!attributes.some((one) => one === attribute)) throw wrong(`There is no attribute '${shownValue(attribute)}'.`);
    if (taken.has(attribute)) throw wrong(`Two columns go to '${shownValue(attribute)}'.`);
    taken.add(attribute);
  }
  if (!taken.has('subject')) throw wrong("One column has to go to 'subject'.");
  return value as Mapping;
}

const wrong = (message: string) => validationError({ mapping: [message] });
