import { randomBytes } from 'node:crypto';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { DuplicateKeyError, openStore, StoreUnavailableError } from '../../lib/store';
import { MongoAdapter } from '../../lib/store/mongo/mongo.adapter';
import { adapterSuite } from '../support/adapter-suite';
import { startMongo, type TestServer } from '../support/servers';
import { storeSuite } from '../support/store-suite';

// The server of the tests shares few processors with others.
jest.setTimeout(30_000);

let server: TestServer;
let url: URL;

beforeAll(async () => {
  server = await startMongo();
  url = new URL(server.url);
  url.pathname = `/larch-test-${randomBytes(4).toString('hex')}`;
}, 60_000);
afterAll(() => server?.stop());

describe('the MongoDB engine', () => {
  storeSuite(() => openStore({ mongoUrl: url.href }));
});

describe('the MongoDB adapter of moleculer-db', () => {
  // The connection is made when the broker starts, after the server.
  adapterSuite(() => new MongoAdapter(url.href));
});

describe('the MongoDB engine without its server', () => {
  const sockets = new Set<Socket>();

  function listen(port: number): Promise<Server> {
    const proxy = createServer((client) => {
      const upstream = connect(Number(url.port || 27_017), url.hostname);
      for (const [from, to] of [
        [client, upstream],
        [upstream, client],
      ] as const) {
        sockets.add(from);
        from.on('error', () => to.destroy()).on('close', () => to.destroy());
        from.pipe(to);
      }
    });
    return new Promise((resolve) => proxy.listen(port, '127.0.0.1', () => resolve(proxy)));
  }

  function stop(proxy: Server): Promise<void> {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
    return new Promise((resolve) => proxy.close(() => resolve()));
  }

  it('says so while the server is away and works again when it is back', async () => {
    let proxy = await listen(0);
    const { port } = proxy.address() as AddressInfo;
    const through = new URL(url);
    through.host = `127.0.0.1:${port}`;
    through.search = '?directConnection=true';
    const store = await openStore({ mongoUrl: through.href });
    const things = store.collection<{ id: number }>('outage');
    await things.insert({ id: 1 });
    await stop(proxy);
    await expect(things.findById(1)).rejects.toThrow(StoreUnavailableError);
    await expect(store.ping()).rejects.toThrow(StoreUnavailableError);
    proxy = await listen(port);
    expect(await things.findById(1)).toEqual({ id: 1 });
    await store.close();
    await stop(proxy);
  }, 60_000);

  it('says so in time when what is sent to it is swallowed, and works again on the connections that it makes then', async () => {
    const proxy = await listen(0);
    let swallows = false;
    const hold = (socket: Socket): void => void (swallows && socket.pause());
    proxy.on('connection', hold);
    const through = new URL(url);
    through.host = `127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    through.search = '?directConnection=true';
    const store = await openStore({ mongoUrl: through.href, timeout: 3000 });
    const things = store.collection<{ id: number; text: string }>('swallowed');
    await things.insert({ id: 1, text: 'before' });
    swallows = true;
    for (const socket of sockets) hold(socket);
    // More than a socket takes at once.
    const text = 'x'.repeat(6_000_000);
    const ids = Array.from({ length: 10 }, (_, place) => place + 2);
    const answers = await Promise.allSettled([...ids.map((id) => things.insert({ id, text })), things.findById(1), store.ping()]);
    const reasons = answers.map((answer) => (answer.status === 'rejected' ? answer.reason : answer));
    expect(reasons.filter((reason) => !(reason instanceof StoreUnavailableError))).toEqual([]);
    swallows = false;
    for (const socket of sockets) socket.resume();
    expect(await things.findById(1)).toEqual({ id: 1, text: 'before' });
    await things.insert({ id: 100, text: 'after' });
    await Promise.all(ids.map(() => things.findById(100)));
    await store.close();
    await stop(proxy);
  }, 120_000);

  it('says nothing else whatever was under way when connections broke', async () => {
    const proxy = await listen(0);
    const { port } = proxy.address() as AddressInfo;
    const through = new URL(url);
    through.host = `127.0.0.1:${port}`;
    through.search = '?directConnection=true';
    const store = await openStore({ mongoUrl: through.href });
    const things = store.collection<{ id: number; text: string; round: number }>('broken_off');
    // More than a socket takes at once, so that some break while they are written.
    const text = 'x'.repeat(100_000);
    let next = 0;
    const fresh = () => ({ id: ++next, text, round: 0 });
    const change = { set: { round: 1 } };
    const operations: (() => Promise<unknown>)[] = [
      () => things.insert(fresh()),
      () => things.insertMany([fresh(), fresh(), fresh()]),
      () => things.find({ limit: 5 }),
      () => things.findOne({ round: 1 }),
      () => things.findByIds([1, 2, 3]),
      () => things.count({ round: 1 }),
      () => things.counts([{ round: 1 }, { round: 0 }]),
      () => things.distinct('round'),
      () => things.group({ by: 'round' }),
      () => things.updateOne({ id: 1 }, change),
      () => things.updateMany({ round: 0 }, change),
      () => things.findOneAndUpdate({ id: 2 }, change),
      () => things.bulkUpdate([1, 2].map((id) => ({ filter: { id }, update: { set: { text } } }))),
      () => things.remove({ id: { lt: next - 30 } }),
      () => store.take('broken_off'),
      () => store.raise('broken_off', next),
      () => store.ping(),
    ];
    const unexplained: unknown[] = [];
    let [unavailable, done] = [0, 0];
    let cutting = true;
    const worker = async (offset: number): Promise<void> => {
      for (let turn = offset; cutting; turn++) {
        try {
          await operations[turn % operations.length]?.();
          done++;
        } catch (error) {
          // What the server had stored before its answer was lost may be refused the second time.
          if (error instanceof StoreUnavailableError) unavailable++;
          else if (!(error instanceof DuplicateKeyError)) unexplained.push(error);
        }
      }
    };
    const workers = operations.map((_, offset) => worker(offset));
    for (let cut = 0; cut < 40; cut++) {
      await new Promise((resolve) => setTimeout(resolve, 20 + Math.random() * 50));
      for (const socket of sockets) socket.destroy();
      sockets.clear();
    }
    cutting = false;
    await Promise.all(workers);
    await store.close();
    await stop(proxy);
    expect(unexplained).toEqual([]);
    expect(unavailable).toBeGreaterThan(0);
    expect(done).toBeGreaterThan(0);
  }, 120_000);
});
