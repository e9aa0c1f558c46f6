import { defaultKeys, type DefaultKey, type SettingKind } from '../../contracts/project-context';
import { attributeTypes } from '../attribute-types';
import { nextFreeSlug, slugOrNull } from '../../text/slug';
import { attributeLists, kindOfDefault, settingLists } from '../project-out';
import { attributeFields, membershipFields, projectExtras, projectFields, roleFields, settingFields, swimlaneFields } from './fields';
import { readSent, unknownName, type ItemErrors } from './values';

type Values = Record<string, unknown>;

/** What is wrong with a project: the step that fails, and the errors of each bad item by list. */
export interface DumpProblem {
  step: string;
  details: Record<string, ItemErrors[]>;
}

/** A project as read, its parts still named by their names. */
export interface ReadProject {
  values: Values;
  slug: string | null;
  template: string | null;
  owner: string | null;
  watchers: string[];
  roles: (Values & { name: string })[];
  memberships: ReadMembership[];
  /** By the kind that is also the collection. */
  settings: Partial<Record<SettingKind, (Values & { name: string })[]>>;
  /** Name of the setting of each default; null for none. */
  defaults: Record<DefaultKey, string | null>;
}

/** A membership of a dump as it was read. */
export interface ReadMembership {
  email: string;
  /** By name. */
  role: string;
  invited_by: string | null;
  is_admin: boolean;
  created_at: string | null;
  invitation_extra_text: string | null;
  user_order: number;
}

/** Reads all of a project that is in no long list, in the order in which an import stops (dumps.md, Import). */
export function readProject(dump: Values): ReadProject | { problem: DumpProblem } {
  const own = readSent(projectFields, dump);
  const extras = readSent(projectExtras, dump);
  const errors = { ...own.errors, ...extras.errors };
  if (Object.keys(errors).length > 0) return { problem: { step: 'project data', details: { project: [errors] } } };
  const lists = new ListReader(dump);
  const roles = lists.read('roles', roleFields);
  if (lists.problem) return lists.stop('roles');
  const memberships = lists.read('memberships', membershipFields);
  lists.check('memberships', memberships, ({ role }) => (has(roles, role) ? {} : { role: [unknownName(role)] }));
  lists.check('memberships', memberships, ({ user, email }) => (user || email ? {} : { email: ['This field is required.'] }));
  if (lists.problem) return lists.stop('memberships');
  const settings = readSettings(lists);
  if (lists.problem) return lists.stop('lists of project attributes');
  const defaults = readDefaults(dump, settings, lists);
  if (lists.problem) return lists.stop('default project attribute values');
  for (const [list, kind] of Object.entries(attributeLists)) settings[kind] = lists.read(list, attributeFields).map(knownType);
  if (lists.problem) return lists.stop('custom attributes');
  const { slug = null, ...values } = own.values;
  return {
    values: { ...values, tags_colors: extras.values.tags_colors ?? [] },
    slug: slug === null || slug === '' ? null : slugOrNull(String(slug)),
    template: (extras.values.creation_template as string | undefined) ?? null,
    owner: (extras.values.owner as string | undefined) ?? null,
    watchers: (extras.values.watchers as string[] | undefined) ?? [],
    roles: withSlugs(roles),
    memberships: memberships.map(membershipOf),
    settings,
    defaults,
  };
}

type Named = Values & { name: string };

const has = (items: readonly Values[], name: unknown) => items.some((item) => item.name === name);

class ListReader {
  private readonly details: Record<string, ItemErrors[]> = {};

  constructor(private readonly dump: Values) {}

  get problem(): boolean {
    return Object.keys(this.details).length > 0;
  }

  stop(step: string): { problem: DumpProblem } {
    return { problem: { step, details: this.details } };
  }

  /** The items of a list; names that occur twice are refused. */
  read(list: string, fields: Parameters<typeof readSent>[0]): Named[] {
    const sent = this.dump[list] ?? [];
    if (!Array.isArray(sent)) {
      this.refuse(list, { non_field_errors: ['Expected a list of items.'] });
      return [];
    }
    const names = new Set<unknown>();
    return sent.flatMap((item: unknown) => {
      const { values, errors } = readSent(fields, item);
      if ('name' in fields && values.name !== undefined && names.has(values.name)) errors.name = ['Duplicated name'];
      names.add(values.name);
      if (Object.keys(errors).length === 0) return [values as Named];
      this.refuse(list, errors);
      return [];
    });
  }

  check(list: string, items: readonly Values[], errorsOf: (item: Values) => ItemErrors): void {
    for (const item of items) {
      const errors = errorsOf(item);
      if (Object.keys(errors).length > 0) this.refuse(list, errors);
    }
  }

  refuse(list: string, errors: ItemErrors): void {
    this.details[list] = [...(this.details[list] ?? []), errors];
  }
}

function readSettings(lists: ListReader): ReadProject['settings'] {
  const settings: ReadProject['settings'] = {};
  for (const [list, { kind, keys }] of Object.entries(settingLists)) {
    const items = lists.read(list, settingFields[list] ?? {});
    settings[kind] = keys.includes('slug') ? withSlugs(items) : items;
  }
  const statuses = settings.us_statuses ?? [];
  settings.swimlanes = lists.read('swimlanes', swimlaneFields);
  lists.check('swimlanes', settings.swimlanes, ({ statuses: own = [] }) => {
    const wrong = (own as Values[]).filter(({ status }) => !has(statuses, status));
    return wrong.length > 0 ? { statuses: wrong.map(({ status }) => unknownName(status)) } : {};
  });
  return settings;
}

function withSlugs(items: readonly Named[]): Named[] {
  const taken = new Set<string>();
  return items.map((item) => {
    const sent = typeof item.slug === 'string' && item.slug !== '' ? item.slug : slugOrNull(item.name);
    const slug = nextFreeSlug(sent, taken);
    taken.add(slug);
    return { ...item, slug };
  });
}

/** A default that is left out is the first of its kind by order; null is none. */
function readDefaults(dump: Values, settings: ReadProject['settings'], lists: ListReader): ReadProject['defaults'] {
  const defaults = defaultKeys.map((key): [DefaultKey, string | null] => {
    const items = settings[kindOfDefault[key]] ?? [];
    const sent = dump[key];
    if (sent === undefined) return [key, firstOf(items)];
    if (sent !== null && !has(items, sent)) lists.refuse('default_values', { [key]: [unknownName(sent)] });
    return [key, typeof sent === 'string' ? sent : null];
  });
  return Object.fromEntries(defaults) as ReadProject['defaults'];
}

const orderOf = ({ order }: Values) => (typeof order === 'number' ? order : 10);

function firstOf(items: readonly Named[]): string | null {
  const [first] = [...items].sort((left, right) => orderOf(left) - orderOf(right));
  return first?.name ?? null;
}

const knownType = (attribute: Named): Named => ({
  ...attribute,
  type: attributeTypes.includes(attribute.type as never) ? attribute.type : 'text',
});

function membershipOf(values: Values): ReadMembership {
  return {
    email: String(values.user ?? values.email),
    role: String(values.role),
    invited_by: (values.invited_by as string | undefined) ?? null,
    is_admin: values.is_admin === true,
    created_at: (values.created_at as string | undefined) ?? null,
    invitation_extra_text: (values.invitation_extra_text as string | undefined) ?? null,
    user_order: (values.user_order as number | undefined) ?? 0,
  };
}

/** Every address that a project names. */
export function addressesIn({ owner, watchers, memberships }: ReadProject): string[] {
  return [owner, ...watchers, ...memberships.flatMap(({ email, invited_by }) => [email, invited_by])].filter((email) => email !== null);
}
