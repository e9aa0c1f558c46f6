import { apiErrorOf } from '../../../../lib/errors';
import { can, demand, demandWritable, modifyOrComment } from '../../../../lib/resource/access';
import { defineResource, type RestAction } from '../../../../lib/resource/define';
import { member, projectContext, role } from '../../../support/contexts';

const statusOf = (work: () => void) => {
  try {
    work();
    return 200;
  } catch (error) {
    return apiErrorOf(error)?.status;
  }
};

describe('access rules', () => {
  const context = projectContext({ roles: [role(1, ['comment_us']), role(2, ['modify_us'])], members: [member(5, 1), member(6, 2)] });
  const commenter = { id: 5, isSuperuser: false };
  const modifier = { id: 6, isSuperuser: false };
  const question = (user: typeof commenter | null, body: Record<string, unknown> = {}) => ({ user, context, document: null, body });

  it('answer 401 to anonymous requests and 403 to others', () => {
    expect(statusOf(() => demand(can('view_us'), question(null)))).toBe(401);
    expect(statusOf(() => demand(can('view_us'), question(commenter)))).toBe(403);
    expect(statusOf(() => demand(can('modify_us'), question(modifier)))).toBe(200);
  });

  it.each([
    ['a comment alone', { comment: 'x', version: 1 }, 200],
    ['a comment and something else', { comment: 'x', subject: 'y', version: 1 }, 403],
    ['only a version', { version: 1 }, 403],
  ])('let somebody who may only comment send %s: %#', (_name, body, expected) => {
    expect(statusOf(() => demand(modifyOrComment('modify_us', 'comment_us'), question(commenter, body)))).toBe(expected);
  });

  it('let a member who may modify comment as well', () => {
    expect(statusOf(() => demand(modifyOrComment('modify_us', 'comment_us'), question(modifier, { comment: 'x' })))).toBe(200);
  });

  it('refuse changes in archived projects with 403 and in blocked ones with 451', () => {
    expect(statusOf(() => demandWritable({ archived_code: 'archived-by-staff', blocked_code: 'blocked-by-staff' }))).toBe(403);
    expect(statusOf(() => demandWritable({ archived_code: null, blocked_code: 'blocked-by-staff' }))).toBe(451);
  });

  it('keep a service with an action without rule from starting', () => {
    const open = {} as RestAction;
    Object.assign(open, { name: 'open', rest: { method: 'GET', path: '/open' }, handler: () => Promise.resolve({ status: 200 }) });
    const declare = () =>
      defineResource({
        path: 'things',
        title: 'Thing',
        collection: 'things',
        parent: null,
        fields: {},
        access: {},
        defaultOrder: ['id'],
        serialize: { detail: (thing) => thing },
        actions: [open],
      });
    expect(declare).toThrow('things.open: no access rule');
  });
});
