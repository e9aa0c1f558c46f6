import { setTimeout as pause } from 'node:timers/promises';
import { openStore } from '../../lib/store';
import type { Store } from '../../lib/contracts/store';
import { startTestCluster, type TestCluster } from '../support/cluster';
import { Clients } from '../support/faults/clients';
import { accountAfter } from '../support/faults/check';
import { startMailSink, startWebhookSink, type MailSink, type WebhookSink } from '../support/faults/receivers';
import { setUp } from '../support/faults/set-up';
import type { Sender } from '../support/sender';

/** Acknowledged changes that the test waits for at least, beside having killed everything once. */
const wanted = Number(process.env.FAULT_CHANGES ?? 2000);
const replicas = Number(process.env.FAULT_REPLICAS ?? 1);
const clientCount = 24;
/** How long something stays away, and how long the cluster works before the next one is killed. Milliseconds. */
const outage = 500;
const recovery = 1500;
/** The cluster counts on a process that was killed until it has missed it. Milliseconds. */
const remembered = 9000;
/** Only against a hang: how fast the machine is decides how long everything takes. Milliseconds. */
const limits = { start: 300_000, test: 7_200_000 };

describe('a cluster', () => {
  let mails: MailSink;
  let hooks: WebhookSink;
  let cluster: TestCluster;
  let store: Store | null = null;

  beforeAll(async () => {
    [mails, hooks] = [await startMailSink(), await startWebhookSink()];
    const paths = { SMTP_URL: mails.url, LARCH_NOTIFY_INTERVAL: '0', LARCH_WEBHOOKS_ALLOW_PRIVATE: 'on', LARCH_LOG_LEVEL: 'error' };
    cluster = await startTestCluster(replicas, paths);
  }, 2 * limits.start);
  afterAll(async () => {
    await store?.close();
    await cluster?.stop();
    await Promise.all([mails.close(), hooks.close()]);
  }, limits.start);

  /** Kills everything once, one after another. */
  async function killAll(): Promise<void> {
    for (const member of [...cluster.members]) {
      await cluster.end(member, 'SIGKILL');
      await pause(outage);
      cluster.restart(member);
      await recovered();
    }
    await pause(remembered);
    for (const server of [cluster.servers.nats, cluster.servers.mongo]) {
      await server.kill();
      await pause(outage);
      await server.restart();
      await recovered();
    }
  }

  async function recovered(): Promise<void> {
    await cluster.ready();
    await pause(recovery);
  }

  it(
    'brings everything that follows from acknowledged changes to its end, once, whatever is killed',
    async () => {
      let turn = 0;
      const send: Sender = (...request) => (cluster.gateways[turn++ % replicas] ?? cluster.gateways[0]).send(...request);
      const { project, people, webhooks } = await setUp(send, hooks.url);
      const clients = new Clients({ send, project, people });
      const account = await accountAfter('Cluster, everything killed in turn', {
        clients,
        clientCount,
        harm: async () => {
          await killAll();
          await clients.reach(wanted);
        },
        evidence: async () => {
          store = await openStore({ mongoUrl: cluster.servers.environment.MONGO_URL ?? '' });
          const addresses = new Map(people.map(({ id, email }) => [id, email]));
          return { store, project, webhooks, arrived: hooks.arrived, mails: mails.mails, addresses };
        },
      });
      if (clients.strange.length > 0) process.stdout.write(`${cluster.output()}\n`);
      expect(clients.strange).toEqual([]);
      expect(account).toMatchObject({ ofRefused: 0, wrong: [] });
      expect(account.acknowledged).toBeGreaterThanOrEqual(wanted);
    },
    limits.test,
  );
});
