import { anyone, superuser } from '../../../lib/resource/access';
import { defineResource } from '../../../lib/resource/define';
import { f } from '../../../lib/resource/fields';
import { slugField } from '../../../lib/resource/slug-field';
import type { View } from '../../../lib/resource/view';
import { slugOrNull } from '../../../lib/text/slug';
import { projectsOf } from '../documents';
import { videoconferences } from '../project.fields';
import type { ProjectTemplate } from './template.document';

const list = f.json();
const flag = (initial: boolean) => f.boolean({ initial });

/** Shown keys, in the order of projects.md §1. */
const shown = {
  name: f.text({ required: true, max: 250 }),
  slug: slugField({ keptByPut: true }),
  description: f.text({ required: true }),
  order: f.integer({ initial: () => Date.now() }),
  created_date: f.computed(''),
  modified_date: f.computed(''),
  default_owner_role: f.text({ required: true, max: 50 }),
  is_contact_activated: flag(true),
  is_epics_activated: flag(false),
  is_backlog_activated: flag(true),
  is_kanban_activated: flag(false),
  is_wiki_activated: flag(true),
  is_issues_activated: flag(true),
  videoconferences,
  videoconferences_extra_data: f.nullableText({ max: 250 }),
  default_options: list,
  epic_statuses: list,
  us_statuses: list,
  points: list,
  task_statuses: list,
  issue_statuses: list,
  issue_types: list,
  priorities: list,
  severities: list,
  roles: list,
};

const unshown = {
  us_duedates: list,
  task_duedates: list,
  issue_duedates: list,
  epic_custom_attributes: list,
  us_custom_attributes: list,
  task_custom_attributes: list,
  issue_custom_attributes: list,
  tags: list,
  tags_colors: list,
  is_looking_for_people: flag(false),
  looking_for_people_note: f.text(),
};

/** Patterns of new projects (projects.md §1). */
export const projectTemplates = defineResource<ProjectTemplate>({
  path: 'project-templates',
  title: 'ProjectTemplate',
  collection: 'project_templates',
  parent: null,
  fields: { ...shown, ...unshown },
  access: { list: anyone, retrieve: anyone, create: superuser, update: superuser, destroy: superuser },
  defaultOrder: ['order', 'name', 'id'],
  indexes: [{ fields: ['order', 'name', 'id'] }],
  unique: [{ fields: ['slug'], error: () => ({ slug: ['Project template with this Slug already exists.'] }) }],
  serialize: { detail: serializeTemplate },
  hooks: {
    beforeSave: ({ after }) => {
      after.slug ||= slugOrNull(after.name);
    },
    afterDestroy: async ({ request, after }) => {
      await projectsOf(request.node.store).updateMany({ creation_template: after.id }, { set: { creation_template: null } });
    },
  },
});

/** The wire form; built-in names and descriptions in the request's language. */
export function serializeTemplate(template: ProjectTemplate, view: View): Record<string, unknown> {
  const names = Object.keys(shown) as (keyof typeof shown)[];
  const { name, description } = template;
  return {
    id: template.id,
    ...Object.fromEntries(names.map((key) => [key, template[key]])),
    name: view.text(name),
    description: view.text(description),
  };
}
