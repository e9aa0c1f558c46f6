import { viewPermissions, memberPermissions } from '../../lib/resource/permissions';
import { f, FieldProblem, messages, readText, type Field } from '../../lib/resource/fields';
import { shownValue } from '../../lib/resource/values';
import type { TagColor } from '../../lib/contracts/project-context';
import { readTagNames, readTagsColors } from './tags.rules';

const videoconferenceKinds = ['whereby-com', 'jitsi', 'talky', 'custom'];

/** Where calls are held; "" is null. */
export const videoconferences: Field<string | null> = f.custom<string | null>(
  'choice',
  { enum: [...videoconferenceKinds, null] },
  { initial: null },
  (value) => {
    if (value === null || value === '') return null;
    if (typeof value !== 'string' || !videoconferenceKinds.includes(value)) throw new FieldProblem([messages.choice(value)]);
    return value;
  },
);

const lists = { type: ['array', 'null'] };

/** A list of permissions out of those allowed; null is empty (permissions.md §1). */
function permissions(allowed: readonly string[]): Field<string[]> {
  return f.custom<string[]>('permissions', { type: ['array', 'null'], items: { enum: allowed } }, { initial: () => [] }, (value) => {
    if (value === null || value === '') return [];
    if (!Array.isArray(value)) throw new FieldProblem(['Enter a list of values.']);
    const wrong = value.flatMap((item, index) =>
      allowed.includes(item as string)
        ? []
        : [`Item ${index + 1} in the array did not validate: Value '${shownValue(item)}' is not a valid choice.`],
    );
    if (wrong.length > 0) throw new FieldProblem(wrong);
    return [...new Set(value as string[])];
  });
}

const modules = {
  is_contact_activated: f.boolean({ initial: true }),
  is_epics_activated: f.boolean({ initial: false }),
  is_backlog_activated: f.boolean({ initial: true }),
  is_kanban_activated: f.boolean({ initial: false }),
  is_wiki_activated: f.boolean({ initial: true }),
  is_issues_activated: f.boolean({ initial: true }),
};

const defaults = {
  default_epic_status: f.link('epic_statuses'),
  default_us_status: f.link('us_statuses'),
  default_points: f.link('points'),
  default_task_status: f.link('task_statuses'),
  default_issue_status: f.link('issue_statuses'),
  default_issue_type: f.link('issue_types'),
  default_priority: f.link('priorities'),
  default_severity: f.link('severities'),
  default_swimlane: f.link('swimlanes'),
};

const totals = {
  totals_updated_datetime: f.computed(() => new Date().toISOString()),
  total_fans: f.computed(0),
  total_fans_last_week: f.computed(0),
  total_fans_last_month: f.computed(0),
  total_fans_last_year: f.computed(0),
  total_activity: f.computed(0),
  total_activity_last_week: f.computed(0),
  total_activity_last_month: f.computed(0),
  total_activity_last_year: f.computed(0),
};

const secrets = {
  epics_csv_uuid: f.computed<string | null>(null),
  userstories_csv_uuid: f.computed<string | null>(null),
  tasks_csv_uuid: f.computed<string | null>(null),
  issues_csv_uuid: f.computed<string | null>(null),
  transfer_token: f.computed<string | null>(null),
  modules: f.computed(() => ({})),
};

/** What of a project comes from requests, and what the service computes. Secrets and totals are never read (projects.md §5). */
export const projectFields = {
  name: f.text({ required: true, max: 250 }),
  slug: f.computed(''),
  description: f.text({ required: true }),
  owner: f.computed<number | null>(null),
  total_milestones: f.nullableInteger(),
  total_story_points: f.nullableNumber(),
  ...modules,
  videoconferences,
  videoconferences_extra_data: f.nullableText({ max: 250 }),
  creation_template: f.link('project_templates'),
  is_private: f.boolean({ initial: true }),
  anon_permissions: permissions(viewPermissions),
  public_permissions: permissions(memberPermissions),
  is_featured: f.boolean({ initial: false, keptByPut: true }),
  is_looking_for_people: f.boolean({ initial: false }),
  looking_for_people_note: f.custom<string>('text', { type: 'string' }, { initial: '' }, readText),
  blocked_code: f.computed<string | null>(null),
  archived_code: f.computed<string | null>(null),
  tags: f.custom<string[]>('tags', lists, { initial: () => [] }, readTagNames),
  tags_colors: f.custom<TagColor[]>('tags_colors', lists, { initial: () => [], keptByPut: true }, readTagsColors),
  ...defaults,
  ...totals,
  ...secrets,
  logo: f.computed(null),
  fans: f.computed(() => []),
  terms: f.computed(() => []),
  words: f.computed(''),
};
