import { isIndispensable, sortKeyOf } from '../../../../services/memberships/memberships.rules';

const person = (full_name: string, username: string) => ({ full_name, username, email: `${username}@example.com` });
const member = (user: number, is_admin = false) => ({ membership: user * 10, user, role: 1, is_admin });

describe('the order of memberships', () => {
  it('is by full name, then username, and has invitations at the end by address', () => {
    const names = ['Ann\u0020Bee', 'Ann', 'Zoë', ''];
    const keys = names.map((name, index) => sortKeyOf(person(name, `user${index}`), null));
    const invitations = ['a@example.com', 'b@example.com'].map((address) => sortKeyOf(null, address));
    const sorted = [...invitations, ...keys].sort();
    expect(sorted).toEqual([keys[3], keys[1], keys[0], keys[2], ...invitations]);
    expect(sortKeyOf(person('Ann', 'a'), null) < sortKeyOf(person('Ann', 'b'), null)).toBe(true);
  });
});

describe('a project', () => {
  const context = { owner: 1, members: [member(1, true), member(2, true), member(3)] };

  it('never lets its owner go, whoever else administrates', () => {
    expect(isIndispensable(context, { user: 1, is_admin: true }, new Set([1, 2]))).toBe(true);
  });

  it('lets an administrator go as long as another active one stays', () => {
    expect(isIndispensable(context, { user: 2, is_admin: true }, new Set([1, 2]))).toBe(false);
    expect(isIndispensable(context, { user: 2, is_admin: true }, new Set([2]))).toBe(true);
  });

  it('lets ordinary members and invitations go', () => {
    expect(isIndispensable(context, { user: 3, is_admin: false }, new Set([1]))).toBe(false);
    expect(isIndispensable({ ...context, owner: null }, { user: null, is_admin: true }, new Set())).toBe(false);
  });
});
