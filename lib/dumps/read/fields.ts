import { f, FieldProblem, readInteger, readText, type Field } from '../../resource/fields';
import { memberPermissions, viewPermissions } from '../../resource/permissions';
import { moment, object, objects, texts } from './values';

/** Permissions that this service doesn't know are left out: they mean nothing here. */
const permissions = (known: readonly string[]): Field<string[]> =>
  f.custom<string[]>('permissions', { type: 'array' }, { initial: () => [] }, (value, context) =>
    texts()
      .read(value, context)
      .filter((name) => known.includes(name)),
  );

/** Other codes mean that something is being done to a project of this installation. */
const blockedCodes = ['blocked-by-nonpayment', 'blocked-by-staff', 'blocked-by-owner-leaving'];

/** What is no unguessable address is left out. */
const csvUuid = () =>
  f.custom<string | null>('uuid', {}, { initial: null }, (value) =>
    typeof value === 'string' && /^[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}$/i.test(value) ? value : null,
  );

const longText = () => f.custom<string>('text', { type: 'string' }, { initial: '' }, readText);

/** What is read of the project itself (dumps.md, Fields); totals are counted anew. */
export const projectFields: Record<string, Field> = {
  name: f.text({ required: true, max: 250 }),
  description: f.text({ required: true }),
  slug: f.nullableText({ max: 250 }),
  created_date: moment(),
  total_milestones: f.nullableInteger(),
  total_story_points: f.nullableNumber(),
  is_epics_activated: f.boolean(),
  is_backlog_activated: f.boolean(),
  is_kanban_activated: f.boolean(),
  is_wiki_activated: f.boolean(),
  is_issues_activated: f.boolean(),
  videoconferences: f.nullableText({ max: 250 }),
  videoconferences_extra_data: f.nullableText({ max: 250 }),
  is_private: f.boolean(),
  is_looking_for_people: f.boolean(),
  looking_for_people_note: longText(),
  anon_permissions: permissions(viewPermissions),
  public_permissions: permissions(memberPermissions),
  tags: texts(),
  blocked_code: f.custom<string | null>('text', {}, { initial: null }, (value) =>
    blockedCodes.includes(String(value)) ? String(value) : null,
  ),
  epics_csv_uuid: csvUuid(),
  userstories_csv_uuid: csvUuid(),
  tasks_csv_uuid: csvUuid(),
  issues_csv_uuid: csvUuid(),
};

/** What is read of the project beside its own values. */
export const projectExtras: Record<string, Field> = {
  creation_template: f.nullableText(),
  owner: f.nullableText(),
  watchers: texts(),
  tags_colors: f.custom<[string, string | null][]>('colours', { type: 'array' }, { initial: () => [] }, readColours),
};

/** `[[name, colour or null], …]`; of a repeated name the last counts. */
function readColours(value: unknown): [string, string | null][] {
  const colours = new Map<string, string | null>();
  for (const pair of Array.isArray(value) ? value : []) {
    const [name, colour = null] = (Array.isArray(pair) ? pair : [pair]) as unknown[];
    if (typeof name === 'string' && name !== '') colours.set(name, typeof colour === 'string' && colour !== '' ? colour : null);
  }
  return [...colours];
}

/** Of a role (dumps.md). */
export const roleFields: Record<string, Field> = {
  name: f.text({ required: true, max: 200 }),
  slug: f.text({ max: 250 }),
  order: f.integer(),
  computable: f.boolean(),
  permissions: permissions(memberPermissions),
};

/** Of a membership or invitation (dumps.md). */
export const membershipFields: Record<string, Field> = {
  user: f.nullableText(),
  email: f.nullableText({ max: 255 }),
  role: f.text({ required: true }),
  invited_by: f.nullableText(),
  is_admin: f.boolean(),
  created_at: moment(),
  invitation_extra_text: f.nullableText(),
  user_order: f.integer(),
};

const named = (max?: number) => ({ name: f.text({ required: true, max }), order: f.integer() });
const slug = f.text({ max: 250 });
const status = { ...named(255), slug, is_closed: f.boolean(), color: f.colour() };
const coloured = { ...named(255), color: f.colour() };
const dueDate = { ...named(255), by_default: f.boolean(), color: f.colour(), days_to_due: f.nullableInteger() };

/** What is read of each kind of setting, by the key of its list. */
export const settingFields: Record<string, Record<string, Field>> = {
  points: { ...named(255), value: f.nullableNumber() },
  epic_statuses: status,
  us_statuses: { ...status, is_archived: f.boolean(), wip_limit: f.nullableInteger() },
  us_duedates: dueDate,
  task_statuses: status,
  task_duedates: dueDate,
  issue_types: coloured,
  issue_statuses: status,
  issue_duedates: dueDate,
  priorities: coloured,
  severities: coloured,
};

/** Of a swimlane with the limits of its statuses (dumps.md). */
export const swimlaneFields: Record<string, Field> = { ...named(), statuses: objects() };

/** The types are those of the settings; another one becomes a text. */
export const attributeFields: Record<string, Field> = {
  ...named(64),
  description: longText(),
  type: f.text(),
  created_date: moment(),
  modified_date: moment(),
};

const dates = { created_date: moment(), modified_date: moment() };

/** Refs begin with 1. */
const ref = f.custom<number>('ref', { type: 'integer', minimum: 1 }, { initial: 0 }, (value) => {
  const read = readInteger(value);
  if (read < 1) throw new FieldProblem(['Ensure this value is greater than or equal to 1.']);
  return read;
});

const element = {
  ref,
  subject: f.text({ required: true, max: 500 }),
  status: f.nullableText(),
  owner: f.nullableText(),
  assigned_to: f.nullableText(),
  ...dates,
  description: longText(),
  version: f.integer(),
  blocked_note: longText(),
  is_blocked: f.boolean(),
  tags: texts(),
  watchers: texts(),
  attachments: objects(),
  history: objects(),
  custom_attributes_values: object(),
};

const due = { external_reference: f.json(), due_date: f.date(), due_date_reason: longText() };
const requirements = { client_requirement: f.boolean(), team_requirement: f.boolean() };

/** What is read of the items of each list. */
export const itemFields = {
  milestones: {
    name: f.text({ required: true, max: 200 }),
    owner: f.nullableText(),
    ...dates,
    estimated_start: f.date(),
    estimated_finish: f.date(),
    slug,
    closed: f.boolean(),
    disponibility: f.nullableNumber(),
    order: f.integer(),
    watchers: texts(),
  },
  user_stories: {
    ...element,
    ...due,
    ...requirements,
    assigned_users: texts(),
    swimlane: f.nullableText(),
    milestone: f.nullableText(),
    role_points: objects(),
    finish_date: moment(),
    generated_from_issue: f.nullableInteger(),
    generated_from_task: f.nullableInteger(),
    from_task_ref: f.nullableText(),
    is_closed: f.boolean(),
    backlog_order: f.integer(),
    sprint_order: f.integer(),
    kanban_order: f.integer(),
  },
  tasks: {
    ...element,
    ...due,
    user_story: f.nullableInteger(),
    milestone: f.nullableText(),
    finished_date: moment(),
    us_order: f.integer(),
    taskboard_order: f.integer(),
    is_iocaine: f.boolean(),
  },
  issues: {
    ...element,
    ...due,
    type: f.nullableText(),
    priority: f.nullableText(),
    severity: f.nullableText(),
    milestone: f.nullableText(),
    votes: texts(),
    finished_date: moment(),
  },
  epics: { ...element, ...requirements, epics_order: f.integer(), color: f.colour(), related_user_stories: objects() },
  wiki_pages: {
    slug: f.text({ required: true, max: 500 }),
    content: longText(),
    owner: f.nullableText(),
    last_modifier: f.nullableText(),
    ...dates,
    version: f.integer(),
    watchers: texts(),
    attachments: objects(),
    history: objects(),
  },
  wiki_links: { title: f.text({ required: true, max: 500 }), href: f.text({ required: true, max: 500 }), order: f.integer() },
  timeline: {
    data: object(),
    data_content_type: texts(),
    event_type: f.text({ required: true, max: 250 }),
    created: moment(),
  },
} satisfies Record<string, Record<string, Field>>;

/** Of an attachment without its file (dumps.md). */
export const attachmentFields: Record<string, Field> = {
  owner: f.nullableText(),
  ...dates,
  description: longText(),
  is_deprecated: f.boolean(),
  name: f.text({ max: 500 }),
  order: f.integer(),
};

/** Of an entry of a history (dumps.md). */
export const historyFields: Record<string, Field> = {
  user: f.json(),
  created_at: moment(),
  type: f.nullableInteger(),
  comment: longText(),
  diff: object(),
  snapshot: object(),
  values: object(),
  delete_comment_date: moment(),
  delete_comment_user: f.json(),
  comment_versions: objects(),
  edit_comment_date: moment(),
  is_hidden: f.boolean(),
  is_snapshot: f.boolean(),
};
