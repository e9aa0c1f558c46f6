import { loadConfig } from '../../../../lib/config';
import type { FieldCondition } from '../../../../lib/contracts/store';
import { apiErrorOf } from '../../../../lib/errors';
import { isThrottling, Throttle, type ThrottleSubject } from '../../../../lib/http/throttle';
import { throttleRule } from '../../../../lib/http/throttle-rules';
import {
  MemoryWindows,
  StoredWindowStore,
  type StoredWindows,
  type WindowCollection,
  type WindowStore,
} from '../../../../lib/http/window-store';

const throttleOf = (environment: Record<string, string>, windows: WindowStore = new MemoryWindows()) =>
  new Throttle(loadConfig(environment).throttle, windows);
const statusOf = (attempt: Promise<unknown>) =>
  attempt.then(
    () => 200,
    (error: unknown) => apiErrorOf(error)?.status,
  );

/** The few operations that the windows need, each of them taking a turn of the event loop as a database would. */
function fakeCollection(): WindowCollection & { size: number } {
  const documents = new Map<string, StoredWindows>();
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  return {
    get size() {
      return documents.size;
    },
    async findById(id: string) {
      await turn();
      return documents.get(id) ?? null;
    },
    async insert(document: StoredWindows) {
      await turn();
      if (documents.has(document.id)) throw new Error('duplicate');
      documents.set(document.id, document);
      return document;
    },
    async updateOne(filter: { id: string; revision: number }, { set }: { set: Partial<StoredWindows> }) {
      await turn();
      const found = documents.get(filter.id);
      if (found?.revision !== filter.revision) return 0;
      documents.set(filter.id, { ...found, ...set });
      return 1;
    },
    remove({ expires }: { expires: FieldCondition }) {
      for (const [id, document] of documents) if (document.expires < Number(expires.lt)) documents.delete(id);
      return Promise.resolve(0);
    },
  };
}

describe('throttleRule', () => {
  it.each([
    ['GET /projects', true, [], undefined],
    ['POST /auth', false, [], 'login-fail'],
    ['POST /auth/refresh', false, [], 'login-fail'],
    ['POST /auth/register', false, [], 'register-success'],
    ['GET /users', false, [], undefined],
    ['GET /users/:id', false, ['user-detail'], undefined],
    ['GET /users/by_username', false, ['user-detail'], undefined],
    ['GET /users/me', false, [], undefined],
    ['PATCH /users/:id', false, ['user-update'], undefined],
    ['DELETE /users/:id', false, [], undefined],
    ['POST /importer', true, ['import-mode'], undefined],
    ['POST /importer/load_dump', true, ['import-mode', 'import-dump-mode'], undefined],
    ['GET /exporter/:id', true, ['import-mode', 'import-dump-mode'], undefined],
    ['POST /importers/trello/import_project', true, ['import-mode'], undefined],
  ])('%s', (route, general, each, outcome) => {
    const [method = '', path = ''] = route.split(' ');
    const rule = throttleRule(method, path);
    expect([rule.general, rule.each.map(({ scope }) => scope), rule.outcome?.scope]).toEqual([general, each, outcome]);
  });
});

describe('Throttle', () => {
  const anonymous: ThrottleSubject = { method: 'GET', user: null, address: '10.0.0.7' };
  const projects = throttleRule('GET', '/projects');
  const login = throttleRule('POST', '/auth');

  it('is off unless a rate is set', () => {
    const rates = Object.fromEntries(
      Object.keys(loadConfig({}).throttle.rates).map((scope) => [`LARCH_THROTTLE_${scope.toUpperCase().replaceAll('-', '_')}`, 'none']),
    );
    expect(isThrottling(loadConfig(rates).throttle)).toBe(false);
    expect(isThrottling(loadConfig({ ...rates, LARCH_THROTTLE_ANON_READ: '1/s' }).throttle)).toBe(true);
  });

  it('counts reads and writes apart, per address or user, and tells how long to wait', async () => {
    const throttle = throttleOf({
      LARCH_THROTTLE_ANON_READ: '1/minute',
      LARCH_THROTTLE_USER_READ: '1/minute',
      LARCH_THROTTLE_ANON_WRITE: '1/minute',
    });
    const admit = (subject: Partial<ThrottleSubject>) => statusOf(throttle.admit(projects, { ...anonymous, ...subject }));
    const subjects: Partial<ThrottleSubject>[] = [
      {},
      {},
      { method: 'HEAD' },
      { method: 'POST' },
      { address: '10.0.0.8' },
      { user: 1 },
      { user: 2 },
      { user: 1, address: '10.0.0.9' },
    ];
    const statuses: unknown[] = [];
    for (const subject of subjects) statuses.push(await admit(subject));
    expect(statuses).toEqual([200, 429, 429, 200, 200, 200, 200, 429]);
    const error = await throttle.admit(projects, anonymous).catch((refusal: unknown) => apiErrorOf(refusal));
    const wait = Number(error?.data.headers?.['X-Throttle-Wait-Seconds']);
    expect(wait).toBeGreaterThan(55);
    expect(wait).toBeLessThanOrEqual(60);
  });

  it('exempts whitelisted users, addresses and ranges from the general scopes only', async () => {
    const throttle = throttleOf({
      LARCH_THROTTLE_ANON_READ: '1/minute',
      LARCH_THROTTLE_USER_DETAIL: '1/minute',
      LARCH_THROTTLE_WHITELIST: '5,10.1.0.0/16,2001:db8::/32',
      LARCH_THROTTLE_USER_READ: '1/minute',
    });
    const exempt = [{ user: 5 }, { address: '10.1.2.3' }, { address: '2001:db8::7' }].map((subject) => ({ ...anonymous, ...subject }));
    for (const subject of [...exempt, ...exempt]) expect(await statusOf(throttle.admit(projects, subject))).toBe(200);
    const detail = throttleRule('GET', '/users/:id');
    expect([
      await statusOf(throttle.admit(detail, exempt[1] ?? anonymous)),
      await statusOf(throttle.admit(detail, exempt[1] ?? anonymous)),
    ]).toEqual([200, 429]);
  });

  it('counts only failed logins, and those of one address together', async () => {
    const throttle = throttleOf({ LARCH_THROTTLE_LOGIN_FAIL: '2/minute' });
    const subject = { ...anonymous, method: 'POST' };
    const attempt = async (status: number) => {
      await throttle.admit(login, subject);
      await throttle.settle(login, subject, status);
    };
    for (const status of [200, 401, 200, 400]) await attempt(status);
    expect(await statusOf(attempt(200))).toBe(429);
  });

  it.each([
    ['POST /memberships', { bulk_memberships: [1, 2] }, 1],
    ['POST /memberships/bulk_create', { bulk_memberships: [1, 2, 3] }, 3],
    ['POST /memberships/bulk_create', { bulk_memberships: 'x' }, 0],
    ['GET /memberships', {}, 0],
    ['POST /memberships/:id/resend_invitation', {}, 0],
  ])('takes %s with %j for %i new memberships', (route, body, count) => {
    const [method = '', path = ''] = route.split(' ');
    expect(throttleRule(method, path).made?.count(body) ?? 0).toBe(count);
  });

  it('counts each thing that a body asks to make, and refuses a body as a whole', async () => {
    const throttle = throttleOf({ LARCH_THROTTLE_CREATE_MEMBERSHIPS: '3/minute' });
    const bulk = throttleRule('POST', '/memberships/bulk_create');
    const make = (user: number | null, count: number) =>
      statusOf(throttle.admitMade(bulk, user, { bulk_memberships: Array(count).fill({}) }));
    expect([await make(1, 4), await make(1, 2), await make(1, 2), await make(1, 1), await make(1, 0)]).toEqual([429, 200, 429, 200, 200]);
    expect([await make(1, 1), await make(2, 3), await make(null, 9)]).toEqual([429, 200, 200]);
  });

  it('counts once over several gateways that share a store, and forgets later', async () => {
    const collection = fakeCollection();
    const isDuplicate = (error: unknown) => error instanceof Error && error.message === 'duplicate';
    const gateways = [1, 2, 3].map(() =>
      throttleOf({ LARCH_THROTTLE_ANON_READ: '10/minute' }, new StoredWindowStore(collection, isDuplicate)),
    );
    const attempts = Array.from({ length: 30 }, (_, index) =>
      statusOf(gateways[index % 3]?.admit(projects, anonymous) ?? Promise.resolve()),
    );
    expect((await Promise.all(attempts)).filter((status) => status === 200)).toHaveLength(10);
    await gateways[0]?.sweep();
    expect(collection.size).toBe(1);
    jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 61_000);
    await gateways[0]?.sweep();
    expect(collection.size).toBe(0);
    jest.restoreAllMocks();
  });
});
