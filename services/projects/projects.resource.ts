import { can, projectAdministrator } from '../../lib/resource/access';
import { defineResource, type FieldErrors } from '../../lib/resource/define';
import type { Draft } from '../../lib/resource/draft';
import { messages } from '../../lib/resource/fields';
import { answerProject } from './detail/detail';
import { projectsOf, type Project } from './documents';
import { demandSlotFor } from './limits';
import { projectFields } from './project.fields';
import { projectHistory } from './project.history';
import { emptyDependent, visibilityAfter } from './project.rules';
import { searchWords } from './search.rules';
import { templatesOf } from './templates/template.document';

/** Projects (projects.md). Creating, reading, listing and deleting them is more than the kit knows: see `projects.actions`. */
export const projects = defineResource<Project>({
  path: 'projects',
  title: 'Project',
  collection: 'projects',
  parent: 'self',
  listPermission: 'view_project',
  fields: projectFields,
  access: { update: projectAdministrator },
  defaultOrder: ['name', 'id'],
  indexes: [
    { fields: ['name', 'id'] },
    { fields: ['owner', 'is_private'] },
    { fields: ['blocked_code'] },
    { fields: ['restoring'] },
    { fields: ['created_date'] },
    { fields: ['is_backlog_activated', 'is_kanban_activated'] },
    { fields: ['is_kanban_activated'] },
    { fields: ['is_private'] },
    { fields: ['creation_template'] },
    { fields: ['is_looking_for_people', 'name'] },
    { fields: ['is_featured', 'name'] },
    { fields: ['anon_permissions'], multi: true },
    { fields: ['public_permissions'], multi: true },
    { fields: ['terms'], multi: true },
    { fields: ['fans.id'], multi: true },
    ...['epics', 'userstories', 'tasks', 'issues'].map((kind) => ({ fields: [`${kind}_csv_uuid`] })),
    { fields: ['total_fans', 'id'] },
    { fields: ['total_activity', 'id'] },
  ],
  unique: [{ fields: ['slug'], error: () => ({ slug: ['Project with this Slug already exists.'] }) }],
  links: {
    project_templates: async (request, ids) => (await templatesOf(request.node.store).findByIds(ids)).map(({ id }) => id),
  },
  history: projectHistory,
  hooks: {
    prepare: keepFeatured,
    validate: refuseForeignDefaults,
    check: demandVisibility,
    beforeSave: ({ before, after }) => {
      Object.assign(after, visibilityAfter(before, after));
      emptyDependent(after);
      Object.assign(after, searchWords(after));
    },
    afterSave: ({ request, after }) => request.node.invalidate({ projects: [after.id] }, ['project', 'tags']),
  },
  serialize: { detail: ({ id, name, slug }) => ({ id, name, slug }) },
  answer: async (request, project, status, headers) => {
    // Read again: the timeline has counted the change meanwhile.
    const stored = await projectsOf(request.node.store).findById(project.id);
    return answerProject(request, stored ?? project, status, headers);
  },
});

export const viewProject = can('view_project');

/** Only superusers feature a project. */
function keepFeatured({ request, before, after }: Draft<Project>): void {
  if (!request.user?.isSuperuser) after.is_featured = before?.is_featured ?? false;
}

/** Settings of other projects don't exist here. */
function refuseForeignDefaults({ after, foreign }: Draft<Project>, errors: FieldErrors): void {
  for (const name of foreign) errors[name] = [messages.missing(after[name])];
}

/** @throws 400 when the owner has no room for a project of the new visibility */
async function demandVisibility({ request, before, after }: Draft<Project>): Promise<void> {
  if (!before || before.owner === null || before.is_private === after.is_private) return;
  await demandSlotFor(request, before.id, before.owner, after.is_private);
}
