import { createServer, type AddressInfo } from 'node:net';
import { ServiceBroker } from 'moleculer';
import { startHealthServer } from '../../../mixins/health';
import { until } from '../../support/until';
import { slow, things } from './services';
import { startGateway } from './support';

it('throttles by the settings, before looking at anything but credentials', async () => {
  const gateway = await startGateway([things], { LARCH_THROTTLE_ANON_READ: '2/minute' });
  const statuses: number[] = [];
  for (const path of ['/things', '/things?a=1', '/things']) statuses.push((await gateway.fetch(path)).status);
  const refused = await gateway.fetch('/things', { headers: { accept: 'text/html' } });
  expect([...statuses, refused.status]).toEqual([200, 200, 429, 429]);
  expect(Number(refused.headers.get('x-throttle-wait-seconds'))).toBeGreaterThan(50);
  expect(await refused.json()).toMatchObject({ _error_type: 'taiga.base.exceptions.Throttled' });
  expect((await gateway.fetch('/things', { headers: { authorization: 'Bearer token-1' } })).status).toBe(200);
  await gateway.stop();
});

it('finishes what is under way when it stops, and takes no more', async () => {
  const gateway = await startGateway([things]);
  const underWay = gateway.fetch('/things/slow');
  await until(() => slow.begun > 0);
  const stopped = gateway.broker.destroyService('api');
  const isRefused = () =>
    gateway.fetch('/things').then(
      () => false,
      () => true,
    );
  await until(isRefused);
  slow.end();
  const response = await underWay;
  expect([response.status, response.headers.get('connection')]).toEqual([200, 'close']);
  await stopped;
  await gateway.stop();
});

it('is ready only while its store and services answer', async () => {
  const port = await freePort();
  let isStoreUp = true;
  const store = { ping: () => (isStoreUp ? Promise.resolve() : Promise.reject(new Error('away'))) };
  const broker = new ServiceBroker({ logger: false });
  await broker.start();
  const health = await startHealthServer({ broker, store: () => store, host: '127.0.0.1', port, needs: () => ['projects'] });
  const check = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).status;
  expect(await check('/ready')).toBe(503);
  broker.createService({ name: 'projects' });
  await broker.waitForServices('projects');
  expect(await check('/ready')).toBe(200);
  isStoreUp = false;
  expect(await check('/ready')).toBe(503);
  isStoreUp = true;
  health.drain();
  expect([await check('/ready'), await check('/live'), await check('/other')]).toEqual([503, 200, 404]);
  await health.close();
  await broker.stop();
  await expect(check('/live')).rejects.toThrow();
});

function freePort(): Promise<number> {
  const probe = createServer();
  return new Promise((resolve) => {
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}
