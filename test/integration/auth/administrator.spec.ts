import type { NodeTools } from '../../../lib/contracts/node';
import { createAdministrator } from '../../../services/auth/accounts/administrator';
import { startInstallation, type Installation } from './support';

let here: Installation;

beforeEach(async () => {
  here = await startInstallation({}, { LARCH_PRIVATE_PROFILES: 'on' });
});

afterEach(() => here.stop());

describe('the first start', () => {
  it('makes one administrator, however many processes start, and tells a random password once', async () => {
    const users = here.node.store.collection('users');
    await users.remove({});
    const lines: string[] = [];
    const log = { ...here.node.log, warn: (line: unknown) => void lines.push(String(line)) };
    const accounts = { ...here.node.config.accounts, adminPassword: null, adminEmail: 'captain@ship.example' };
    const node: NodeTools = { ...here.node, log, config: { ...here.node.config, accounts } };
    await Promise.all(Array.from({ length: 5 }, () => createAdministrator(node)));
    await createAdministrator(node);
    expect([await users.count(), lines.length]).toEqual([1, 1]);
    const password = /password (\S+)/.exec(lines[0] ?? '')?.[1];
    const login = await here.send('POST', '/auth', { type: 'normal', username: 'admin', password });
    expect(login).toMatchObject({ status: 200, body: { email: 'captain@ship.example' } });
  });

  it('leaves an installation alone that has users', async () => {
    const admin = await here.admin();
    await here.send('PATCH', `/users/${admin.id}`, { username: 'root' }, admin);
    await createAdministrator(here.node);
    expect(await here.node.store.collection('users').count()).toBe(1);
  });
});

describe('private profiles', () => {
  it('are shown only to those who are logged in', async () => {
    const alice = await here.register('alice');
    for (const path of [`/users/${alice.id}`, '/users/by_username?username=alice']) {
      expect([(await here.send('GET', path)).status, (await here.send('GET', path, undefined, alice)).status]).toEqual([401, 200]);
    }
  });
});
