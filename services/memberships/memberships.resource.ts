import { can, projectAdministrator } from '../../lib/resource/access';
import { apiError } from '../../lib/errors';
import { defineResource, type HistoryDeclaration } from '../../lib/resource/define';
import { f } from '../../lib/resource/fields';
import { q, type FilterContext } from '../../lib/resource/filters';
import { pagedArray } from '../../lib/resource/pages';
import { isAdministrator } from '../../lib/resource/permissions';
import { now } from '../../lib/resource/values';
import type { View } from '../../lib/resource/view';
import { followLeaving } from './after-leaving';
import { rolesOf, type Membership } from './documents';
import { stampEdit, validateEdit } from './membership-edit';

const history: HistoryDeclaration<Membership> = {
  kind: 'membership',
  freeze: ({ user, role, project }) => ({ user, role, project }),
  // Joining and leaving are told, changes aren't (timeline.md).
  neverInDiff: ['user', 'role', 'project'],
  hidden: [],
  names: () => ({}),
  related: async ({ role, project }, request) => {
    const context = await request.context(project);
    return { role: { id: role, name: context?.roles.find(({ id }) => id === role)?.name ?? '' } };
  },
  users: [],
};

/** Memberships and invitations (memberships.md §1). Joining and leaving are in `joining.ts` and `leaving.ts`. */
export const memberships = defineResource<Membership>({
  path: 'memberships',
  title: 'Membership',
  collection: 'memberships',
  parent: 'project',
  listPermission: 'view_project',
  fields: {
    project: f.link('projects', { required: true }),
    role: f.link('roles', { required: true }),
    // Says who is added; never stored.
    username: f.text({ required: true }),
    is_admin: f.boolean(),
    invitation_extra_text: f.nullableText({ keptByPut: true }),
    user: f.computed<number | null>(null),
    email: f.computed<string | null>(null),
    user_email: f.computed<string | null>(null),
    invited: f.computed<string | null>(null),
    token: f.computed<string | null>(null),
    invited_by: f.computed<number | null>(null),
    user_order: f.computed(0),
    sort_key: f.computed(''),
    created_at: f.computed(now),
  },
  access: { list: can('view_project'), update: projectAdministrator },
  filters: {
    project: q.custom(demandProject),
    role: q.ids('role'),
  },
  defaultOrder: ['project', 'sort_key', 'id'],
  indexes: [{ fields: ['project', 'sort_key'] }, { fields: ['user', 'user_order'] }, { fields: ['role'] }, { fields: ['invited'] }],
  unique: [
    { fields: ['project', 'user'], error: () => ({ username: ['The user yet exists in the project'] }) },
    { fields: ['project', 'invited'], error: () => ({ username: ['The user yet exists in the project'] }) },
    { fields: ['token'], error: () => ({ token: ['The token exists already'] }) },
  ],
  references: { users: ['user', 'invited_by'], projects: ['project'] },
  serialize: {
    list: (membership, view) => (view.asksFor('project') ? serializeFor(membership, view) : serialize(membership, view)),
    detail: (membership, view) => serialize(membership, view),
  },
  timestamps: false,
  history,
  links: {
    roles: async ({ node }, ids) => (await rolesOf(node.store).findByIds(ids)).map(({ id }) => id),
  },
  hooks: {
    validate: validateEdit,
    beforeSave: stampEdit,
    afterSave: ({ request, before, after }) => (before ? request.node.invalidate({ projects: [after.project] }, ['members']) : undefined),
    afterDestroy: ({ request, after }) => followLeaving(request, [after]),
  },
});

/** An unknown project is refused, with the headers of an empty page. @throws 404, anonymous 401 */
async function demandProject(value: string, { context, request }: FilterContext): Promise<null> {
  if (value === '' || context) return null;
  const { headers } = await pagedArray(request, []);
  throw apiError(request.user ? 'NOT_FOUND' : 'NOT_AUTHENTICATED', undefined, headers);
}

/** As everybody sees it. */
export function serialize(membership: Membership, view: View): Record<string, unknown> {
  const context = view.project(membership.project);
  const user = view.user(membership.user);
  return {
    id: membership.id,
    user: membership.user,
    project: membership.project,
    role: membership.role,
    is_admin: membership.is_admin,
    created_at: membership.created_at,
    invited_by: view.basicUser(membership.invited_by),
    invitation_extra_text: membership.invitation_extra_text,
    user_order: membership.user_order,
    role_name: context.roles.find(({ id }) => id === membership.role)?.name ?? '',
    full_name: user?.full_name_display ?? null,
    is_user_active: user?.is_active ?? false,
    color: user?.color ?? null,
    photo: user?.photo ?? null,
    gravatar_id: user?.gravatar_id ?? null,
    project_name: context.name,
    project_slug: context.slug,
    is_owner: membership.user === null ? null : membership.user === context.owner,
  };
}

/** With the addresses. */
export function serializeWithAddresses(membership: Membership, view: View): Record<string, unknown> {
  return { ...serialize(membership, view), email: membership.email, user_email: membership.user_email };
}

/** With the addresses where the requester is an administrator. */
export function serializeFor(membership: Membership, view: View): Record<string, unknown> {
  const form = isAdministrator(view.project(membership.project), view.facts.user) ? serializeWithAddresses : serialize;
  return form(membership, view);
}
