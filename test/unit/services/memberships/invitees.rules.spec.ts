import type { Account } from '../../../../lib/contracts/account-actions';
import { problemsOf, readItems } from '../../../../services/memberships/bulk-memberships.rules';
import { hasRepetition, inviteeOf, type KnownPeople } from '../../../../services/memberships/invitees.rules';
import type { FieldProblem } from '../../../../lib/resource/fields';

const account = (id: number, username: string) => ({ id, username, email: `${username}@example.com` }) as Account;
const ann = account(1, 'ann');
const bob = account(2, 'bob');

const known: KnownPeople = {
  byAddress: new Map([ann, bob].map((one) => [one.email, one])),
  byUsername: new Map([ann, bob].map((one) => [one.username, one])),
  contacts: new Set([2]),
  members: new Set(),
  invited: new Set(['guest@example.com']),
  unanswered: 0,
  domains: [],
};

describe('somebody to be added', () => {
  it('may be anybody by address, in whatever letters, and only a contact by username', () => {
    expect(inviteeOf('ANN@example.com', known)).toEqual({ account: ann, address: 'ANN@example.com' });
    expect(inviteeOf('new@example.com', known)).toEqual({ account: null, address: 'new@example.com' });
    expect(inviteeOf('bob', known)).toEqual({ account: bob, address: null });
    expect(['ann', 'nobody', ''].map((name) => inviteeOf(name, known))).toEqual(['stranger', 'stranger', 'stranger']);
  });

  it('is neither a member nor invited already', () => {
    const members = { ...known, members: new Set([1]) };
    expect(inviteeOf('ann', members)).toBe('member');
    expect(inviteeOf('Ann@Example.com', members)).toBe('member');
    expect(inviteeOf('Guest@example.com', known)).toBe('member');
  });

  it('has an address of an allowed domain', () => {
    const strict = { ...known, domains: ['example.org'] };
    expect(inviteeOf('new@example.com', strict)).toBe('stranger');
    expect(inviteeOf('new@example.org', strict)).toMatchObject({ address: 'new@example.org' });
  });
});

describe('a list of people', () => {
  it('names nobody twice, also once by address and once by username', () => {
    expect(
      hasRepetition([
        { account: bob, address: null },
        { account: bob, address: 'bob@example.com' },
      ]),
    ).toBe(true);
    expect(
      hasRepetition([
        { account: null, address: 'x@example.com' },
        { account: null, address: 'X@example.com' },
      ]),
    ).toBe(true);
    expect(
      hasRepetition([
        { account: ann, address: null },
        { account: null, address: 'x@example.com' },
      ]),
    ).toBe(false);
  });

  it('is refused with one object for each item when some are strangers', () => {
    expect(problemsOf([{ account: ann, address: null }, 'stranger'])).toEqual([{}, { username: ['The user must be a valid contact'] }]);
    expect(problemsOf(['member'])).toEqual(['The user with this email address is already added to the project.']);
    expect(problemsOf([{ account: ann, address: null }])).toBeNull();
  });

  it('tells what is wrong with each item', () => {
    const read = (items: unknown) => {
      try {
        return readItems(items);
      } catch (error) {
        return (error as FieldProblem).messages;
      }
    };
    expect(read([{ role_id: '3', username: ' ann ' }])).toEqual([{ role_id: 3, username: 'ann' }]);
    expect(read([{ role_id: 'x', username: 'ann' }, 7])).toEqual([
      { role_id: ['Enter a whole number.'] },
      { role_id: ['This field is required.'], username: ['This field is required.'] },
    ]);
    expect(read('ann')).toEqual(['Enter a list of values.']);
  });
});
