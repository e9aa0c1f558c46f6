import { randomBytes } from 'node:crypto';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { openStore, StoreUnavailableError } from '../../lib/store';
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
});
