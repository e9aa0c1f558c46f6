import { pbkdf2Sync } from 'node:crypto';
import { apiError } from '../../../lib/errors';
import { password, startInstallation, type Installation, type Person } from './support';

let here: Installation;
let alice: Person;
const accepted: unknown[] = [];

beforeAll(async () => {
  here = await startInstallation({
    'memberships.isInvitation': ({ token }) => token.startsWith('good'),
    'memberships.accept': (params) => {
      if (params.token === 'good-but-taken' || !params.token.startsWith('good')) throw apiError('NOT_FOUND');
      accepted.push(params);
    },
  });
  alice = await here.register('alice');
});

afterAll(() => here.stop());

const login = (body: unknown) => here.send('POST', '/auth', body);

describe('a login', () => {
  it('knows people by name and address without case, and gives tokens that work', async () => {
    for (const username of ['alice', 'ALICE', 'Alice@Example.com']) {
      const { status, body } = await login({ type: 'Normal', username, password });
      expect([status, body.id, typeof body.refresh]).toEqual([200, alice.id, 'string']);
      expect((await here.send('GET', '/users/me', undefined, { token: String(body.auth_token) })).body.email).toBe('alice@example.com');
    }
  });

  it.each([
    [{ type: 'normal', username: 'alice', password: 'wrong' }, 401],
    [{ type: 'normal', username: 'nobody', password }, 401],
    [{ type: 'normal', username: 'alice', password: ['x'] }, 400],
    [{ type: 'normal', username: { $ne: null }, password }, 400],
    [{ type: 'normal' }, 400],
    [{ type: null }, 400],
    [{ type: 7, username: 'alice', password }, 400],
    [{ type: 'github', code: 'x' }, 400],
    [{}, 400],
    [[], 400],
    ['{', 400],
  ])('refuses %j with %i', async (body, status) => {
    expect((await login(body)).status).toBe(status);
  });

  it('gives no tokens when its invitation is worth nothing', async () => {
    const { status, body } = await login({ type: 'normal', username: 'alice', password, invitation_token: 'bad' });
    expect([status, body.auth_token]).toEqual([404, undefined]);
    expect((await login({ type: 'normal', username: 'alice', password, invitation_token: 'good-1' })).status).toBe(200);
    expect(accepted).toContainEqual({ token: 'good-1', user: alice.id });
  });

  it('lets accounts move over from Django, and replaces their hashes', async () => {
    const bob = await here.register('bob');
    const users = here.node.store.collection<{ id: number; password: string }>('users');
    const key = pbkdf2Sync(password, 'salt', 1000, 32, 'sha256').toString('base64');
    await users.updateOne({ id: bob.id }, { set: { password: `pbkdf2_sha256$1000$salt$${key}` } });
    expect((await login({ type: 'normal', username: 'bob', password: 'wrong' })).status).toBe(401);
    for (let time = 0; time < 2; time++) expect((await login({ type: 'normal', username: 'bob', password })).status).toBe(200);
    expect((await users.findById(bob.id))?.password).toMatch(/^\$argon2id/);
  });
});

describe('a refresh token', () => {
  const refresh = (token: unknown) => here.send('POST', '/auth/refresh', { refresh: token });

  it('works once, also when it is sent many times at once', async () => {
    const { body } = await login({ type: 'normal', username: 'alice', password });
    const answers = await Promise.all(Array.from({ length: 10 }, () => refresh(body.refresh)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter((answer) => answer.status === 401 && answer.body.code === 'token_not_valid')).toHaveLength(9);
    const next = answers.find(({ status }) => status === 200);
    expect((await refresh(next?.body.refresh)).status).toBe(200);
  });

  it('is the only kind of token that refreshes, and never a key to anything else', async () => {
    const { body } = await login({ type: 'normal', username: 'alice', password });
    const { token: cancel } = await here.node.tokens.sign('cancel_account', alice.id);
    for (const wrong of [body.auth_token, cancel, 'garbage']) expect((await refresh(wrong)).status).toBe(401);
    for (const empty of ['', null, undefined]) expect((await refresh(empty)).body).toEqual({ refresh: [expect.any(String)] });
    for (const token of [String(body.refresh), cancel])
      expect((await here.send('GET', '/users/me', undefined, { token })).status).toBe(401);
  });

  it('is worth nothing once the account is inactive', async () => {
    const carol = await here.register('carol');
    await here.send('PATCH', `/users/${carol.id}`, { is_active: false }, await here.admin());
    expect((await refresh(carol.refresh)).status).toBe(401);
  });
});

describe('a registration', () => {
  const fresh = { type: 'public', accepted_terms: true, username: 'dave', email: 'dave@example.com', password, full_name: 'Dave & Söhne' };
  const register = (more: object) => here.send('POST', '/auth/register', { ...fresh, ...more });

  it.each([
    [{ accepted_terms: false, type: 'x' }, /terms/],
    [{ type: 'PUBLIC' }, /registration type/],
    [{ username: 'ALICE' }, /Username/],
    [{ email: 'ALICE@EXAMPLE.COM' }, /Email/],
    [{ username: 'alice', email: 'alice@example.com' }, /Username/],
  ])('with %j is refused as a whole', async (more, message) => {
    const { status, body } = await register(more);
    expect([status, body._error_message]).toEqual([400, expect.stringMatching(message)]);
  });

  it.each([
    ['username', 'with space'],
    ['username', 'x'.repeat(256)],
    ['username', ['a']],
    ['email', 'dave@example.com,eve@example.com'],
    ['email', '"Dave" <dave@example.com>'],
    ['email', 'dave@example.com\r\nBcc: eve@example.com'],
    ['email', null],
    ['password', '12345'],
    ['full_name', '<b>Dave</b>'],
    ['full_name', 'see http://example.com'],
    ['full_name', ''],
  ])('with %s %j is refused by field', async (name, value) => {
    const { status, body } = await register({ [name]: value });
    expect([status, Object.keys(body)]).toEqual([400, [name]]);
  });

  it('makes one account when the same name comes many times at once', async () => {
    const answers = await Promise.all(
      ['Dave', 'dave', 'DAVE'].map((username, index) => register({ username, email: `dave${index}@example.com` })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400]);
    expect(answers.find(({ status }) => status === 201)?.body).toMatchObject({
      full_name: 'Dave & Söhne',
      verified_email: false,
      is_active: true,
    });
  });

  it('by an invitation leaves nothing behind when the invitation is gone', async () => {
    const invited = { type: 'private', username: 'erin', email: 'erin@example.com' };
    expect((await register({ ...invited, token: 'bad' })).status).toBe(404);
    expect((await register({ ...invited, token: 'good-but-taken' })).status).toBe(404);
    expect((await here.send('GET', '/users/by_username?username=erin')).status).toBe(404);
    expect((await register({ ...invited, token: undefined })).body).toEqual({ token: [expect.any(String)] });
    const { status, body } = await register({ ...invited, token: 'good-2' });
    expect(status).toBe(201);
    expect(accepted).toContainEqual({ token: 'good-2', user: body.id });
  });

  it('lets somebody who has an account join', async () => {
    const existing = { type: 'private', existing: true, accepted_terms: true, username: 'alice', token: 'good-3' };
    expect((await here.send('POST', '/auth/register', { ...existing, password: 'wrong' })).status).toBe(401);
    const { status, body } = await here.send('POST', '/auth/register', { ...existing, password });
    expect([status, body.id]).toEqual([201, alice.id]);
  });

  it('is closed to the public unless the operator opens it, and to foreign domains', async () => {
    const closed = await startInstallation({}, { LARCH_PUBLIC_REGISTER: 'off', LARCH_ALLOWED_EMAIL_DOMAINS: 'Example.org' });
    try {
      expect((await closed.send('POST', '/auth/register', fresh)).body._error_message).toMatch(/disabled/);
      const invited = { ...fresh, type: 'private', token: 'x' };
      expect(Object.keys((await closed.send('POST', '/auth/register', invited)).body)).toEqual(['email']);
      expect((await closed.send('POST', '/auth/register', { ...invited, email: 'dave@EXAMPLE.ORG' })).status).toBe(404);
    } finally {
      await closed.stop();
    }
  });
});
