import { peopleParts } from '../../lib/contracts/membership-actions';
import { apiError, notFound } from '../../lib/errors';
import { setUpAccess } from '../../lib/resource/access';
import { defineResource, type FieldErrors } from '../../lib/resource/define';
import { contextOf, type Draft } from '../../lib/resource/draft';
import { f, messages } from '../../lib/resource/fields';
import type { RestRequest } from '../../lib/resource/request';
import { memberPermissions } from '../../lib/resource/permissions';
import { parsedId } from '../../lib/resource/values';
import { slugOrNull, uniqueSlug } from '../../lib/text/slug';
import { membershipsOf, rolesOf, type Role } from './documents';
import { indispensableMessage, removeMemberships } from './leaving';
import { isIndispensable } from './memberships.rules';
import { activeAdministrators } from './people';
import { readPermissions } from './roles.rules';

const permissionsSchema = { type: ['array', 'null'], items: { enum: memberPermissions } };

/** Roles (memberships.md §8). How many memberships one has is in the project's context, so that lists need not count. */
export const roles = defineResource<Role>({
  path: 'roles',
  title: 'Role',
  collection: 'roles',
  parent: 'project',
  listPermission: 'view_project',
  fields: {
    name: f.text({ required: true, max: 200 }),
    project: f.link('projects'),
    order: f.integer({ initial: 10 }),
    computable: f.boolean({ initial: true }),
    permissions: f.custom<string[] | null>('permissions', permissionsSchema, { initial: () => [], keptByPut: true }, readPermissions),
    slug: f.computed(''),
  },
  access: setUpAccess,
  defaultOrder: ['order', 'slug', 'id'],
  indexes: [{ fields: ['project', 'order', 'slug'] }, { fields: ['slug'] }],
  unique: [{ fields: ['project', 'slug'], error: () => ({ name: ['Another role of the project has this name'] }) }],
  references: { projects: ['project'] },
  timestamps: false,
  serialize: {
    detail: ({ id, name, slug, project, order, computable, permissions }, view) => {
      const members_count = view.project(project).role_members[id] ?? 0;
      return { id, name, slug, project, order, computable, permissions, members_count };
    },
  },
  hooks: {
    validate: validateProject,
    beforeSave: nameSlug,
    afterSave: ({ request, before, after }) => rolesChanged(request, after, { isNew: !before, gone: false }),
    beforeDestroy: demandRemovable,
    // The members go first, so that no membership ever has a role that is gone.
    release: giveUp,
    // They got another role, or went.
    afterDestroy: ({ request, after }) => rolesChanged(request, after, { isNew: false, gone: true }),
  },
});

function validateProject({ before, after }: Draft<Role>, errors: FieldErrors): void {
  if (Object.keys(errors).length > 0) return;
  if ((after.project as number | null) === null) errors.project = [messages.blank];
  else if (before && after.project !== before.project) errors.project = ['Invalid operation'];
}

/** The slug never changes. It is unique over the installation, beside those that projects begin with. */
async function nameSlug({ before, after, request }: Draft<Role>): Promise<void> {
  if (before) return;
  const roles = rolesOf(request.node.store);
  after.slug = await uniqueSlug(slugOrNull(after.name), async (slug) => (await roles.findOne({ slug }, { fields: ['id'] })) !== null);
}

/** A new role counts for the estimations of stories only once something else changes. */
async function rolesChanged(request: RestRequest, { project }: Role, { isNew, gone }: { isNew: boolean; gone: boolean }): Promise<void> {
  await request.node.invalidate({ projects: [project] }, gone ? peopleParts : ['roles']);
  if (!isNew) await request.call('backlog.rolesChanged', { project, gone });
}

/** The role that takes the members of a removed one over; null when they go too. @throws 404 */
async function heirOf({ after, request }: Draft<Role>): Promise<number | null> {
  const text = request.query.moveTo;
  if (text === undefined || text === '') return null;
  const id = parsedId(text);
  const heir = id === null || id === after.id ? null : await rolesOf(request.node.store).findById(id);
  if (heir?.project !== after.project) throw notFound('Role');
  return heir.id;
}

/** @throws 404 for a wrong heir, 400 when the project would lose its owner or its last administrator */
async function demandRemovable(draft: Draft<Role>): Promise<void> {
  if ((await heirOf(draft)) !== null) return;
  const context = contextOf(draft);
  const leaving = context.members.filter(({ role }) => role === draft.after.id);
  const active = await activeAdministrators(draft.request.node, context);
  for (const { user } of leaving) active.delete(user);
  const refused = leaving.some((member) => isIndispensable(context, member, active));
  if (refused) throw apiError('BAD_REQUEST', indispensableMessage);
}

async function giveUp(draft: Draft<Role>): Promise<void> {
  const { request, after } = draft;
  const heir = await heirOf(draft);
  const memberships = membershipsOf(request.node.store);
  if (heir !== null) await memberships.updateMany({ role: after.id }, { set: { role: heir } });
  else await removeMemberships(request, await memberships.find({ filter: { role: after.id } }));
}
