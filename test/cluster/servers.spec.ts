import { MongoClient } from 'mongodb';
import { connect, type JetStreamManager } from 'nats';
import { startServers, type TestServers } from '../support/servers';

describe('the servers of the cluster tests', () => {
  let servers: TestServers;

  beforeAll(async () => {
    servers = await startServers();
  }, 60_000);

  afterAll(() => servers?.stop());

  it('keeps documents over kill -9', async () => {
    const client = new MongoClient(servers.environment.MONGO_URL!);
    await client
      .db()
      .collection('things')
      .insertOne({ name: 'kept' }, { writeConcern: { w: 'majority' } });
    await servers.mongo.kill();
    await servers.mongo.restart();
    expect(await client.db().collection('things').countDocuments({ name: 'kept' })).toBe(1);
    await client.close();
  }, 60_000);

  it('keeps streams over kill -9', async () => {
    const client = await connect({ servers: servers.nats.url, maxReconnectAttempts: -1, reconnectTimeWait: 100 });
    const manager = await client.jetstreamManager();
    await manager.streams.add({ name: 'CHANGES', subjects: ['changes.>'] });
    await client.jetstream().publish('changes.one');
    await servers.nats.kill();
    await servers.nats.restart();
    expect(await messages(manager)).toBe(1);
    await client.close();
  }, 60_000);
});

/** The first requests after a restart may meet a broken connection. */
async function messages(manager: JetStreamManager, tries = 20): Promise<number> {
  try {
    return (await manager.streams.info('CHANGES')).state.messages;
  } catch (error) {
    if (tries === 0) throw error;
    await new Promise((resolve) => setTimeout(resolve, 200));
    return messages(manager, tries - 1);
  }
}
