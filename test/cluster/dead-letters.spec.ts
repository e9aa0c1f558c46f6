import { ServiceBroker } from 'moleculer';
import { connect } from 'nats';
import type { ChangeEntry } from '../../lib/contracts/changes';
import { natsOptions } from '../../lib/nats-options';
import { JetStreamChangeStream } from '../../mixins/change-stream/jetstream-stream';
import { streamOperator } from '../../mixins/change-stream/stream-operator';
import deadLetters from '../../repl-commands/dead-letters';
import { eventually } from '../support/cluster';
import { startServers, type TestServers } from '../support/servers';

const entry = (id: string) => ({ id, kind: 'userstory', object: 7, action: 'change', at: new Date().toISOString() }) as ChangeEntry;
const log = { info: () => undefined, warn: () => undefined, error: () => undefined, debug: () => undefined };

describe('changes that a group gave up', () => {
  let servers: TestServers;
  let stream: JetStreamChangeStream;
  let brokers: ServiceBroker[];
  let printed: string[];

  beforeAll(async () => {
    servers = await startServers();
    stream = await JetStreamChangeStream.open(natsOptions(servers.nats.url, 'test'), log, { replicas: 1, pauses: [0.05, 0.05] });
    brokers = ['server', 'operator'].map(
      (nodeID) =>
        new ServiceBroker({ nodeID, logger: false, transporter: { type: 'NATS', options: natsOptions(servers.nats.url, nodeID) } }),
    );
    brokers[0]?.createService(streamOperator(stream));
    await Promise.all(brokers.map((broker) => broker.start()));
    await brokers[1]?.waitForServices('$changes');
  }, 60_000);
  afterAll(async () => {
    await Promise.all((brokers ?? []).map((broker) => broker.stop()));
    await stream?.close();
    await servers?.stop();
  });
  beforeEach(() => {
    printed = [];
    jest.spyOn(console, 'log').mockImplementation((line: string) => void printed.push(line));
  });
  afterEach(() => jest.restoreAllMocks());

  /** Types the command at the operator's prompt. @returns what it prints */
  async function command(group?: string, replay = false): Promise<string[]> {
    const [, operator] = brokers;
    if (!operator) throw new Error('There is no operator');
    printed.length = 0;
    await deadLetters.action(operator, { options: { replay }, group });
    return [...printed];
  }

  it('are listed and delivered again by an operator, to their group alone', async () => {
    const seen: string[] = [];
    let away = true;
    await stream.consume('steady', async ({ id }) => void seen.push(`steady ${id}`));
    await stream.consume('moody', async ({ id }) => {
      if (away) throw new Error('away');
      seen.push(`moody ${id}`);
    });
    for (const id of ['a', 'a', 'b']) await stream.publish(entry(id));
    await eventually(
      () => command(),
      (lines) => lines.at(-1) === '2 dead letters.',
    );
    const [first] = await command('moody');
    expect(first).toMatch(/moody: change of userstory 7 \(a\): Error: away$/);
    expect([await command('steady'), seen.sort()]).toEqual([['0 dead letters.'], ['steady a', 'steady b']]);
    away = false;
    expect(await command(undefined, true)).toEqual(['Name the group whose dead letters are to be delivered again.']);
    expect(await command('moody', true)).toEqual(['2 changes are delivered again.']);
    await eventually(
      () => Promise.resolve(seen.length),
      (count) => count === 4,
    );
    expect(seen.sort()).toEqual(['moody a', 'moody b', 'steady a', 'steady b']);
    expect(await command()).toEqual(['0 dead letters.']);
  }, 30_000);

  it('need no restart when the server lost the stream', async () => {
    const seen: string[] = [];
    await stream.consume('follower', async ({ id }) => void seen.push(id));
    const connection = await connect(natsOptions(servers.nats.url, 'hostile'));
    await (await connection.jetstreamManager()).streams.delete('LARCH_CHANGES');
    await connection.close();
    await stream.publish(entry('c'));
    await eventually(
      () => Promise.resolve(seen),
      (ids) => ids.includes('c'),
      60_000,
    );
  }, 90_000);
});
