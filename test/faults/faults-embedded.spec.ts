import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openStore } from '../../lib/store';
import type { Store } from '../../lib/contracts/store';
import { eventually } from '../support/cluster';
import { Clients } from '../support/faults/clients';
import { accountAfter } from '../support/faults/check';
import { startMailSink, startWebhookSink, type MailSink, type WebhookSink } from '../support/faults/receivers';
import { setUp } from '../support/faults/set-up';
import { sender } from '../support/sender';
import { freePort } from '../support/servers';

/** Acknowledged changes that the test waits for at least. */
const wanted = Number(process.env.FAULT_CHANGES_EMBEDDED ?? 200);
const kills = 8;
/** Only against a hang: how fast the machine is decides how long everything takes. Milliseconds. */
const limits = { start: 120_000, test: 7_200_000 };
const clientCount = 8;

describe('the embedded server', () => {
  const folder = mkdtempSync(join(tmpdir(), 'larch-faults-'));
  let mails: MailSink;
  let hooks: WebhookSink;
  let port: number;
  let health: number;
  let server: ChildProcess;
  let store: Store | null = null;

  beforeAll(async () => {
    [mails, hooks] = [await startMailSink(), await startWebhookSink()];
    [port, health] = [await freePort(), await freePort()];
  });
  afterAll(async () => {
    await kill();
    await store?.close();
    await Promise.all([mails.close(), hooks.close()]);
    rmSync(folder, { recursive: true, force: true });
  }, limits.start);

  async function start(): Promise<void> {
    const settings = { LARCH_DATA: folder, LARCH_ADMIN_PASSWORD: 'Secret-12345', LARCH_PUBLIC_REGISTER: 'on', LARCH_LOG_LEVEL: 'error' };
    const paths = { SMTP_URL: mails.url, LARCH_NOTIFY_INTERVAL: '0', LARCH_WEBHOOKS_ALLOW_PRIVATE: 'on' };
    server = spawn(process.execPath, [join(process.cwd(), 'dist', 'scripts', 'start.js')], {
      env: {
        ...process.env,
        NATS_URL: '',
        MONGO_URL: '',
        S3_URL: '',
        PORT: String(port),
        HEALTH_PORT: String(health),
        ...settings,
        ...paths,
      },
      stdio: 'ignore',
    });
    await eventually(
      () => fetch(`http://127.0.0.1:${health}/ready`).catch(() => null),
      (answer) => answer?.status === 200,
      limits.start,
    );
  }

  async function kill(): Promise<void> {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, 'exit');
    server.kill('SIGKILL');
    await ended;
  }

  it(
    'brings everything that follows from acknowledged changes to its end, once, however often it is killed',
    async () => {
      await start();
      const send = sender(`http://127.0.0.1:${port}/api/v1`);
      const { project, people, webhooks } = await setUp(send, hooks.url);
      const clients = new Clients({ send, project, people });
      const account = await accountAfter('Embedded, killed over and over', {
        clients,
        clientCount,
        harm: async () => {
          for (let round = 0; round < kills; round++) {
            await pause(500 + 1000 * Math.random());
            await kill();
            await start();
          }
          await clients.reach(wanted);
        },
        evidence: async () => {
          store = await openStore({ sqlitePath: join(folder, 'larch.sqlite') });
          const addresses = new Map(people.map(({ id, email }) => [id, email]));
          return { store, project, webhooks, arrived: hooks.arrived, mails: mails.mails, addresses };
        },
      });
      expect(clients.strange).toEqual([]);
      expect(account).toMatchObject({ ofRefused: 0, wrong: [] });
      expect(account.acknowledged).toBeGreaterThanOrEqual(wanted);
    },
    limits.test,
  );
});
