import type { Grant, RequiredScope } from '../../../../lib/contracts/token-scopes';
import { apiErrorOf } from '../../../../lib/errors';
import * as access from '../../../../lib/resource/access';
import { demandScope, scopeOf } from '../../../../lib/resource/scopes';

const { anyone, authenticated, both, can, either, modifyOrComment, ownerIn, projectAdministrator, superuser } = access;

describe('the scope that a route needs', () => {
  it.each<[access.AccessRule, string]>([
    [can('modify_us'), 'write'],
    [modifyOrComment('modify_us', 'comment_us'), 'write'],
    [both(authenticated, can('view_us')), 'write'],
    [either(can('modify_us'), ownerIn('owner')), 'write'],
    [can('view_project'), 'admin'],
    [can('modify_project'), 'admin'],
    [projectAdministrator, 'admin'],
    [superuser, 'admin'],
    [authenticated, 'admin'],
    [anyone, 'admin'],
  ])('follows from what %j is about', (rule, expected) => {
    expect(scopeOf({ access: rule }, 'POST')).toBe(expected);
    expect(scopeOf({ access: rule }, 'DELETE')).toBe(expected);
    expect(scopeOf({ access: rule }, 'GET')).toBe('read');
  });

  it('is what the action declares before all', () => {
    expect(scopeOf({ access: anyone, scope: 'unscoped' }, 'GET')).toBe('unscoped');
    expect(scopeOf({ access: superuser, scope: 'read' }, 'POST')).toBe('read');
  });

  it.each<[Grant, RequiredScope[]]>([
    ['login', ['read', 'write', 'admin', 'unscoped', 'login']],
    ['application', ['read', 'write', 'admin', 'unscoped']],
    [['admin'], ['read', 'write', 'admin']],
    [['write'], ['read', 'write']],
    [
      ['read', 'write'],
      ['read', 'write'],
    ],
    [['read'], ['read']],
    [[], []],
  ])('is met by %j for %j alone', (grant, expected) => {
    const all: RequiredScope[] = ['read', 'write', 'admin', 'unscoped', 'login'];
    const met = all.filter((required) => {
      try {
        demandScope(required, grant);
        return true;
      } catch (error) {
        expect(apiErrorOf(error)?.status).toBe(403);
        return false;
      }
    });
    expect(met).toEqual(expected);
  });
});
