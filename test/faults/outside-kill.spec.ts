import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '../../lib/store';
import { eventually } from '../support/cluster';
import { KillableServer } from '../support/faults/killable';
import { startGithub, githubToken } from '../support/outside/github';
import { pageOf, type Stub } from '../support/outside/stub';
import { startTrello, trelloToken } from '../support/outside/trello';
import { rounds } from '../support/repetitions';

interface Job {
  state: string;
  result: { project: number } | null;
  error: unknown;
}

const many = 700;
const issues = Array.from({ length: many }, (_, index) => ({
  ...{ number: index + 1, title: `Issue ${index + 1}`, body: 'see #1', state: 'open', user: { id: 13, login: 'carl-out' } },
  ...{ assignee: null, assignees: [], labels: [], milestone: null, html_url: `https://github.com/octo/rocket/issues/${index + 1}` },
  ...{ created_at: '2024-01-10T08:00:00Z', updated_at: '2024-01-10T08:00:00Z', closed_at: null },
}));

/** What a project leaves traces in. */
const collections = [
  'userstories',
  'tasks',
  'milestones',
  'attachments',
  'history_entries',
  'memberships',
  'roles',
  'us_statuses',
  'points',
];

describe('an embedded server that is killed while it imports from an outside system', () => {
  let server: KillableServer;
  let github: Stub;
  let trello: Stub;
  let admin: { token: string };
  const scratch = mkdtempSync(join(tmpdir(), 'larch-outside-kill-'));

  beforeAll(async () => {
    [github, trello] = [await startGithub(), await startTrello()];
    const keys = {
      ...{ LARCH_GITHUB_CLIENT_ID: 'client', LARCH_GITHUB_CLIENT_SECRET: 'secret', LARCH_GITHUB_URL: github.origin },
      ...{
        LARCH_GITHUB_API_URL: `${github.origin}/api`,
        LARCH_TRELLO_URL: `${trello.origin}/1`,
        LARCH_TRELLO_API_URL: `${trello.origin}/1`,
      },
      ...{ LARCH_TRELLO_KEY: 'trello-key', LARCH_TRELLO_SECRET: 'trello-secret' },
    };
    server = await KillableServer.make({ LARCH_IMPORTERS: 'github,trello', LARCH_TASK_QUEUE: 'on', TMPDIR: scratch, ...keys });
    admin = await server.admin();
  }, 90_000);
  afterAll(async () => {
    await server?.remove();
    for (const stub of [github, trello]) stub?.stop();
    rmSync(scratch, { recursive: true, force: true });
  });

  async function killAndRestart(): Promise<void> {
    await server.end();
    await server.start();
  }

  /** Resolves as soon as a stub is asked for a path. */
  function askedFor(stub: Stub, path: RegExp): Promise<void> {
    return new Promise((resolve) => {
      const goOn = stub.intercept((request) => {
        if (!path.test(request.path)) return undefined;
        goOn();
        resolve();
        return undefined;
      });
    });
  }

  async function begin(system: string, body: object): Promise<string> {
    const { status, body: answer } = await server.send<{ task_id: string }>('POST', `/importers/${system}/import_project`, body, admin);
    expect([status, answer]).toEqual([202, { task_id: expect.any(String) }]);
    return answer.task_id;
  }

  async function ended(id: string): Promise<Job> {
    return eventually(
      async () => (await server.send<Job>('GET', `/importer/jobs/${id}`, undefined, admin)).body,
      ({ state }) => state === 'done' || state === 'failed',
      240_000,
    );
  }

  /** The projects that anything in the store belongs to, and how often each occurs, once the server has stopped. */
  async function traces(): Promise<Record<string, Map<number, number>>> {
    await server.end('SIGTERM');
    const store = await openStore({ sqlitePath: join(server.folder, 'larch.sqlite') });
    const found: Record<string, Map<number, number>> = {};
    for (const name of collections) {
      const counts = new Map<number, number>();
      for (const { project } of await store.collection<{ id: number; project?: number }>(name).find({ fields: ['project'] }))
        if (project !== undefined && project !== null) counts.set(project, (counts.get(project) ?? 0) + 1);
      found[name] = counts;
    }
    await store.close();
    await server.start();
    return found;
  }

  const projects = async () => (await server.send<{ id: number }[]>('GET', '/projects', undefined, admin)).body;

  it.each(rounds)(
    'makes a repository of GitHub one whole project, though it died while asking and while importing (round %i)',
    async () => {
      const asked = askedFor(github, /\/issues\/events$/);
      const id = await begin('github', { token: githubToken, project: 'octo/rocket', name: 'Rocket' });
      await asked;
      await killAndRestart();
      expect(await projects()).toEqual([]);
      const stop = github.intercept(({ path, query }) => (path.endsWith('/rocket/issues') ? { body: pageOf(issues, query) } : undefined));
      await eventually(
        () => server.send<unknown[]>('GET', '/userstories?page_size=1', undefined, admin),
        ({ body }) => body.length > 0,
        120_000,
      );
      expect(await projects()).toEqual([]);
      await killAndRestart();
      expect(await projects()).toEqual([]);
      const job = await ended(id);
      stop();
      expect(job).toMatchObject({ state: 'done', error: null });
      const project = job.result?.project ?? 0;
      expect((await projects()).map((one) => one.id)).toEqual([project]);
      const found = await traces();
      for (const [name, counts] of Object.entries(found))
        expect([name, [...counts.keys()].filter((one) => one !== project)]).toEqual([name, []]);
      expect(found.userstories?.get(project)).toBe(many);
      expect(found.milestones?.get(project)).toBe(2);
      expect(readdirSync(scratch).filter((name) => name.startsWith('larch-import-'))).toEqual([]);
      expect((await server.send('DELETE', `/projects/${project}`, undefined, admin)).status).toBe(204);
    },
    480_000,
  );

  it.each(rounds)(
    'makes a board of Trello one whole project with its files, though it died while fetching one (round %i)',
    async () => {
      const asked = askedFor(trello, /^\/files\//);
      const id = await begin('trello', { token: trelloToken, project: 'board1' });
      await asked;
      await killAndRestart();
      const job = await ended(id);
      expect(job).toMatchObject({ state: 'done', error: null });
      const project = job.result?.project ?? 0;
      const found = await traces();
      for (const [name, counts] of Object.entries(found))
        expect([name, [...counts.keys()].filter((one) => one !== project)]).toEqual([name, []]);
      expect([found.userstories, found.tasks, found.attachments].map((counts) => counts?.get(project))).toEqual([2, 2, 2]);
      const media = readdirSync(join(server.folder, 'media', 'attachments'), { recursive: true, withFileTypes: true });
      expect(media.filter((entry) => entry.isFile())).toHaveLength(2);
      expect(readdirSync(scratch).filter((name) => name.startsWith('larch-import-'))).toEqual([]);
      expect((await server.send('DELETE', `/projects/${project}`, undefined, admin)).status).toBe(204);
    },
    360_000,
  );
});
