import type { ProjectContext, SettingItem, SettingKind } from '../../../lib/contracts/project-context';
import type { UserCard } from '../../../lib/contracts/user-card';
import { byCodePoint } from '../../../lib/resource/values';
import { translate } from '../../../lib/text/translate';
import type { Project } from '../documents';

/** JSON members without the braces around them: fragments are joined by commas to an object. */
export type Fragment = string;

/** The members of an object as a fragment. */
export const fragmentOf = (values: Record<string, unknown>): Fragment => JSON.stringify(values).slice(1, -1);

/** Joins fragments to the text of an object. */
export const joined = (...fragments: Fragment[]): string => `{${fragments.filter((fragment) => fragment !== '').join(',')}}`;

const own = new WeakMap<Project, Fragment>();

/** What a project is for everybody. Kept as long as the document that the store gave. */
export function ownFragment(project: Project): Fragment {
  let text = own.get(project);
  if (text === undefined) own.set(project, (text = fragmentOf(ownValues(project))));
  return text;
}

function ownValues(project: Project): Record<string, unknown> {
  return {
    id: project.id,
    name: project.name,
    slug: project.slug,
    description: project.description,
    created_date: project.created_date,
    modified_date: project.modified_date,
    total_milestones: project.total_milestones,
    total_story_points: project.total_story_points,
    is_contact_activated: project.is_contact_activated,
    is_epics_activated: project.is_epics_activated,
    is_backlog_activated: project.is_backlog_activated,
    is_kanban_activated: project.is_kanban_activated,
    is_wiki_activated: project.is_wiki_activated,
    is_issues_activated: project.is_issues_activated,
    videoconferences: project.videoconferences,
    videoconferences_extra_data: project.videoconferences_extra_data,
    creation_template: project.creation_template,
    is_private: project.is_private,
    anon_permissions: project.anon_permissions,
    public_permissions: project.public_permissions,
    is_featured: project.is_featured,
    is_looking_for_people: project.is_looking_for_people,
    looking_for_people_note: project.looking_for_people_note,
    blocked_code: project.blocked_code,
    archived_code: project.archived_code,
    totals_updated_datetime: project.totals_updated_datetime,
    total_fans: project.total_fans,
    total_fans_last_week: project.total_fans_last_week,
    total_fans_last_month: project.total_fans_last_month,
    total_fans_last_year: project.total_fans_last_year,
    total_activity: project.total_activity,
    total_activity_last_week: project.total_activity_last_week,
    total_activity_last_month: project.total_activity_last_month,
    total_activity_last_year: project.total_activity_last_year,
    tags: project.tags,
    tags_colors: Object.fromEntries(project.tags_colors),
    default_epic_status: project.default_epic_status,
    default_us_status: project.default_us_status,
    default_points: project.default_points,
    default_task_status: project.default_task_status,
    default_issue_status: project.default_issue_status,
    default_issue_type: project.default_issue_type,
    default_priority: project.default_priority,
    default_severity: project.default_severity,
    default_swimlane: project.default_swimlane,
  };
}

const settings = new WeakMap<ProjectContext, Map<string, Fragment>>();

/** Settings and roles with built-in names in a language. Kept as long as the context. */
export function settingsFragment(context: ProjectContext, language: string): Fragment {
  let texts = settings.get(context);
  if (!texts) settings.set(context, (texts = new Map<string, Fragment>()));
  let text = texts.get(language);
  if (text === undefined) texts.set(language, (text = fragmentOf(settingsValues(context, language))));
  return text;
}

function settingsValues(context: ProjectContext, language: string): Record<string, unknown> {
  const lists = Object.entries(context.settings).map(([kind, items]) => [
    kind,
    nullIfEmpty(items.map((item) => shownSetting(kind as SettingKind, item, language))),
  ]);
  const roles = context.roles.map((role) => ({
    ...role,
    name: translate(role.name, language),
    project_id: context.id,
  }));
  return { ...Object.fromEntries(lists), roles: nullIfEmpty(roles), total_memberships: context.total_memberships };
}

/** Lists without entries are null here, not []. */
const nullIfEmpty = <Item>(items: Item[]): Item[] | null => (items.length === 0 ? null : items);

function shownSetting(
  kind: SettingKind,
  { project, created_date, modified_date, limits: _limits, ...item }: SettingItem,
  language: string,
): Record<string, unknown> {
  const dates = kind.endsWith('custom_attributes')
    ? { created_date: withMicroseconds(created_date), modified_date: withMicroseconds(modified_date) }
    : {};
  return { ...item, ...dates, name: translate(item.name, language), project_id: project };
}

/** Custom attributes' dates have another form inside of a project (projects.md §3). */
const withMicroseconds = (date: string | undefined) =>
  date?.replace(/(\.\d{3})?Z$/, (_end, fraction = '.000') => `${String(fraction)}000+00:00`) ?? null;

interface KnownMembers {
  cards: (UserCard | undefined)[];
  texts: Map<string, Fragment>;
}

const members = new WeakMap<ProjectContext, KnownMembers>();

/** The members with their roles. Kept until the context or the card of one of them changes. */
export function membersFragment(context: ProjectContext, cards: ReadonlyMap<number, UserCard>, language: string): Fragment {
  const now = context.members.map(({ user }) => cards.get(user));
  let known = members.get(context);
  if (!known?.cards.every((card, index) => card === now[index])) members.set(context, (known = { cards: now, texts: new Map() }));
  let text = known.texts.get(language);
  if (text === undefined) known.texts.set(language, (text = fragmentOf({ members: memberList(context, cards, language) })));
  return text;
}

function memberList(context: ProjectContext, cards: ReadonlyMap<number, UserCard>, language: string): Record<string, unknown>[] {
  const roleNames = new Map(context.roles.map(({ id, name }) => [id, translate(name, language)]));
  const list = context.members.flatMap((member) => {
    const card = cards.get(member.user);
    if (!card) return [];
    const { id, username, full_name, full_name_display, color, photo, gravatar_id, is_active } = card;
    const role_name = roleNames.get(member.role) ?? null;
    return [{ id, username, full_name, full_name_display, color, photo, gravatar_id, is_active, role: member.role, role_name }];
  });
  return list.sort((left, right) => byCodePoint(left.full_name + left.username, right.full_name + right.username));
}
