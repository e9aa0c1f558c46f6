import { finishCancellations } from '../../../services/auth/accounts/cancellation';
import { purgeDeniedTokens } from '../../../services/auth/login/denied-tokens';
import { purgeExports } from '../../../services/auth/users/export.actions';
import { startInstallation, type Installation } from './support';

let here: Installation;
let broken = false;
const removed: number[] = [];

beforeAll(async () => {
  here = await startInstallation({
    'memberships.removeUser': ({ user }) => {
      if (broken) throw new Error('away');
      removed.push(user);
    },
  });
});

afterAll(() => here.stop());

describe('from time to time', () => {
  it('cancellations that were broken off are finished', async () => {
    const alice = await here.register('alice');
    broken = true;
    expect((await here.send('DELETE', `/users/${alice.id}`, undefined, alice)).status).toBe(500);
    expect((await here.send('GET', '/users/me', undefined, alice)).body.code).toBe('user_inactive');
    broken = false;
    await finishCancellations(here.node);
    await finishCancellations(here.node);
    expect(removed).toEqual([alice.id]);
  });

  it('used tokens are forgotten once they have expired, not before', async () => {
    const bob = await here.register('bob');
    await here.send('POST', '/auth/refresh', { refresh: bob.refresh });
    const denied = here.node.store.collection<{ id: string; expires: number }>('denied_tokens');
    await denied.insert({ id: 'long ago', expires: 1 });
    await purgeDeniedTokens(here.node);
    expect([await denied.count(), await denied.findById('long ago')]).toEqual([1, null]);
    expect((await here.send('POST', '/auth/refresh', { refresh: bob.refresh })).status).toBe(401);
  });

  it('archives go after their time', async () => {
    const carol = await here.register('carol');
    const { body } = await here.send('POST', '/users/export', {}, carol);
    const address = here.origin + new URL(String(body.url)).pathname;
    await purgeExports(here.node);
    expect((await fetch(address)).status).toBe(200);
    await here.node.store.collection('users').updateOne({ id: carol.id }, { set: { exported_at: '2020-01-01T00:00:00.000Z' } });
    await purgeExports(here.node);
    expect((await fetch(address)).status).toBe(404);
  });
});
