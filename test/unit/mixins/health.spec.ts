import { ServiceBroker } from 'moleculer';
import type { Store } from '../../../lib/contracts/store';
import { startHealthServer, type HealthServer } from '../../../mixins/health';
import { freePort } from '../../support/servers';

describe('the health server', () => {
  const broker = new ServiceBroker({ logger: false });
  let port: number;
  let storeIsThere = true;
  let hasStarted = false;
  let waitsFor: string | null = null;
  let health: HealthServer;

  const ask = async (path: string): Promise<[number, string]> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`);
    return [response.status, await response.text()];
  };

  beforeAll(async () => {
    port = await freePort();
    const store: Pick<Store, 'ping'> = { ping: () => (storeIsThere ? Promise.resolve() : Promise.reject(new Error('away'))) };
    health = await startHealthServer({
      broker,
      store: () => (hasStarted ? store : null),
      host: '127.0.0.1',
      port,
      needs: () => ['auth'],
      waitsFor: () => waitsFor,
    });
    await broker.start();
  });

  afterAll(async () => {
    await health.close();
    await broker.stop();
  });

  it('says what the start waits for', async () => {
    expect(await ask('/ready')).toEqual([503, 'starting\n']);
    waitsFor = 'NATS';
    expect(await ask('/ready')).toEqual([503, 'starting, waits for NATS\n']);
    expect(await ask('/live')).toEqual([200, 'ok\n']);
    [waitsFor, hasStarted] = [null, true];
  });

  it('is alive whatever is missing, and ready only when nothing is', async () => {
    storeIsThere = false;
    expect(await ask('/live')).toEqual([200, 'ok\n']);
    expect(await ask('/ready')).toEqual([503, 'service auth is away\nthe store is away\n']);
    storeIsThere = true;
    broker.createService({ name: 'auth' });
    await broker.waitForServices('auth');
    expect(await ask('/ready')).toEqual([200, 'ready\n']);
  });

  it('tells its memory and the delay of its event loop', async () => {
    const [status, text] = await ask('/metrics');
    expect(status).toBe(200);
    expect(Number(/^process_resident_memory_bytes (\d+)$/m.exec(text)?.[1])).toBeGreaterThan(1e6);
    expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds [\d.]+/m);
  });

  it('is no longer ready once a stop has begun', async () => {
    health.drain();
    expect(await ask('/ready')).toEqual([503, 'stopping\n']);
  });
});
