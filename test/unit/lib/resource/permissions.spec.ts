import { administrationPermissions, hasPermission, isListed, memberPermissions, permissionsOf } from '../../../../lib/resource/permissions';
import { member, projectContext, role } from '../../../support/contexts';

const user = (id: number, isSuperuser = false) => ({ id, isSuperuser });

describe('permissions of a request on a project', () => {
  const context = projectContext({
    anon_permissions: ['view_project'],
    public_permissions: ['view_us'],
    roles: [role(1, ['modify_us']), role(2, [])],
    members: [member(5, 1), member(6, 2, true)],
  });

  it('knows 34 permissions of members and 6 of administrators', () => {
    expect(memberPermissions).toHaveLength(34);
    expect(permissionsOf(context, user(9, true)).size).toBe(34 + administrationPermissions.length);
  });

  it.each([
    ['anonymous people get the anonymous ones', null, ['view_project']],
    ['strangers get the public and the anonymous ones', user(7), ['view_project', 'view_us']],
    ['members get those of their role, too', user(5), ['modify_us', 'view_project', 'view_us']],
  ])('%s', (_name, who, expected) => {
    expect([...permissionsOf(context, who)].sort()).toEqual(expected);
  });

  it('gives everything to administrators of the project, whatever their role', () => {
    expect(hasPermission(context, user(6), 'admin_roles')).toBe(true);
    expect(hasPermission(context, user(6), 'delete_epic')).toBe(true);
  });

  it('counts the anonymous permissions in lists only for anonymous requests', () => {
    expect(isListed(context, null, 'view_project')).toBe(true);
    expect(isListed(context, user(7), 'view_project')).toBe(false);
    expect(hasPermission(context, user(7), 'view_project')).toBe(true);
  });

  it('computes anew for a new context', () => {
    const changed = { ...context, roles: [role(1, ['delete_us']), role(2, [])] };
    expect(hasPermission(context, user(5), 'delete_us')).toBe(false);
    expect(hasPermission(changed, user(5), 'delete_us')).toBe(true);
  });
});
