import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../support/cluster';
import { rounds } from '../support/repetitions';
import { sender, type Sender } from '../support/sender';
import { freePort } from '../support/servers';

type Body = Record<string, unknown>;

interface Job {
  state: string;
  progress: { step: string; done: number };
  result: { project: number; url: string } | null;
}

const stories = 800;
const content = Buffer.from('a file of a story').toString('base64');

/** A dump that takes some seconds to import. */
const dump = JSON.stringify({
  ...{ name: 'Cargo', slug: 'cargo', description: 'x', is_private: true },
  roles: [{ name: 'Dev', slug: 'dev', computable: true, permissions: ['view_project'] }],
  us_statuses: [{ name: 'New' }],
  user_stories: Array.from({ length: stories }, (_, index) => ({
    ...{ ref: index + 1, subject: `Story ${index}`, description: 'see #1 and #2' },
    attachments: index % 50 === 0 ? [{ attached_file: { name: 'a.txt', data: content } }] : [],
    history: [{ user: [], type: 2, created_at: '2024-01-01T00:00:00+0000', snapshot: { subject: 'x' }, is_snapshot: true }],
  })),
});

describe('an embedded server that is killed in the middle of an import', () => {
  const folder = mkdtempSync(join(tmpdir(), 'larch-faults-dumps-'));
  let port: number;
  let health: number;
  let server: ChildProcess;
  let send: Sender;
  let admin: { token: string };

  async function start(): Promise<void> {
    const larch = { LARCH_DATA: folder, LARCH_ADMIN_PASSWORD: 'Secret-12345', LARCH_LOG_LEVEL: 'error' };
    const rates = { LARCH_THROTTLE_IMPORT_DUMP_MODE: 'none', LARCH_TASK_QUEUE: 'on' };
    const here = { NATS_URL: '', MONGO_URL: '', S3_URL: '', SMTP_URL: '', PORT: String(port), HEALTH_PORT: String(health) };
    const script = join(process.cwd(), 'dist', 'scripts', 'start.js');
    server = spawn(process.execPath, [script], { env: { ...process.env, ...here, ...larch, ...rates }, stdio: 'ignore' });
    await eventually(
      () => fetch(`http://127.0.0.1:${health}/ready`).catch(() => null),
      (answer) => answer?.status === 200,
      60_000,
    );
  }

  async function kill(): Promise<void> {
    const ended = once(server, 'exit');
    server.kill('SIGKILL');
    await ended;
  }

  const jobOf = async (id: string) => (await send<Job>('GET', `/importer/jobs/${id}`, undefined, admin)).body;
  const projects = async () => (await send<Body[]>('GET', '/projects', undefined, admin)).body;

  beforeAll(async () => {
    [port, health] = [await freePort(), await freePort()];
    send = sender(`http://127.0.0.1:${port}/api/v1`);
    await start();
    const login = { type: 'normal', username: 'admin', password: 'Secret-12345' };
    admin = { token: (await send<{ auth_token: string }>('POST', '/auth', login)).body.auth_token };
  }, 90_000);
  afterAll(async () => {
    await kill();
    rmSync(folder, { recursive: true, force: true });
  });

  it.each(rounds)(
    'shows no half of a project, and brings the import to its end, once (round %i)',
    async () => {
      const before = (await projects()).length;
      const form = new FormData();
      form.set('dump', new Blob([dump], { type: 'application/json' }), 'dump.json');
      const headers = { authorization: `Bearer ${admin.token}` };
      const answer = await fetch(`http://127.0.0.1:${port}/api/v1/importer/load_dump`, { method: 'POST', headers, body: form });
      expect(answer.status).toBe(202);
      const { import_id: id } = (await answer.json()) as { import_id: string };
      // The progress is kept now and then: the stories themselves show that the work is under way.
      await eventually(
        () => send<Body[]>('GET', '/userstories?page_size=1', undefined, admin),
        ({ body }) => body.length > 0,
        60_000,
      );
      expect(await projects()).toHaveLength(before);
      await kill();
      await start();
      expect(await projects()).toHaveLength(before);

      const job = await eventually(
        () => jobOf(id),
        ({ state }) => state === 'done' || state === 'failed',
        200_000,
      );
      expect(job).toMatchObject({ state: 'done' });
      const project = job.result?.project ?? 0;
      const found = await projects();
      expect(found).toHaveLength(before + 1);
      const list = await fetch(`http://127.0.0.1:${port}/api/v1/userstories?project=${project}&page_size=1`, { headers });
      expect(list.headers.get('x-pagination-count')).toBe(String(stories));
      const all = await fetch(`http://127.0.0.1:${port}/api/v1/userstories?page_size=1`, { headers });
      expect(all.headers.get('x-pagination-count')).toBe(String(stories));
      expect(readdirSync(join(folder, 'media'))).not.toContain('imports');
      expect((await send('DELETE', `/projects/${project}`, undefined, admin)).status).toBe(204);
    },
    300_000,
  );
});
