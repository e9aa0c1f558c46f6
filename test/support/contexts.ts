import { settingKinds, type ProjectContext, type SettingItem, type SettingKind } from '../../lib/contracts/project-context';

/** A project's context with sensible values; the parts given replace them. */
export function projectContext(parts: Partial<ProjectContext> = {}): ProjectContext {
  return {
    id: 1,
    name: 'Project',
    slug: 'project',
    description: 'A project',
    is_private: true,
    owner: 1,
    blocked_code: null,
    archived_code: null,
    anon_permissions: [],
    public_permissions: [],
    logo_small_url: null,
    logo_big_url: null,
    total_milestones: null,
    total_story_points: null,
    total_memberships: 0,
    defaults: {
      default_epic_status: null,
      default_us_status: null,
      default_points: null,
      default_task_status: null,
      default_issue_status: null,
      default_issue_type: null,
      default_priority: null,
      default_severity: null,
      default_swimlane: null,
    },
    tags_colors: [],
    settings: Object.fromEntries(settingKinds.map((kind) => [kind, []])) as unknown as Record<SettingKind, SettingItem[]>,
    roles: [],
    members: [],
    role_members: {},
    created_date: '2030-01-01T00:00:00.000Z',
    is_contact_activated: true,
    is_epics_activated: true,
    is_backlog_activated: true,
    is_kanban_activated: true,
    is_wiki_activated: true,
    is_issues_activated: true,
    ...parts,
  };
}

/** A role with these permissions. */
export const role = (id: number, permissions: string[], computable = true) => ({
  id,
  name: `Role ${id}`,
  slug: `role-${id}`,
  order: id,
  computable,
  permissions,
});

/** An accepted membership of a user in a role. */
export const member = (user: number, roleId: number, isAdmin = false) => ({ membership: user * 10, user, role: roleId, is_admin: isAdmin });
