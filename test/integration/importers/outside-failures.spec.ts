import { asanaToken } from '../../support/outside/asana';
import { githubToken } from '../../support/outside/github';
import type { Person } from '../../support/installation';
import { limit } from './imported';
import { startOutside, type Outside } from './outside-support';

let outside: Outside;
let ann: Person;

beforeAll(async () => {
  outside = await startOutside();
  ann = outside.ann;
}, limit);

afterAll(() => outside.stop(), limit);

const projectsOf = async (as: Person) =>
  (await outside.here.send<{ id: number }[]>('GET', `/projects?member=${as.id}`, undefined, as)).body.length;

describe('an import that fails', () => {
  it(
    'outside leaves nothing behind, wherever it was',
    async () => {
      const before = await projectsOf(ann);
      for (const asked of [0, 1, 2, 4, 6]) {
        let seen = 0;
        const restore = outside.github.intercept(() => (seen++ < asked ? undefined : { status: 404 }));
        const { status, body } = await outside.here.send(
          'POST',
          '/importers/github/import_project',
          { token: githubToken, project: 'octo/rocket' },
          ann,
        );
        restore();
        expect([status, body._error_message]).toEqual([400, 'Third party service failing']);
      }
      expect(await projectsOf(ann)).toBe(before);
    },
    limit,
  );

  it('for an unknown template says so', async () => {
    const body = { token: githubToken, project: 'octo/rocket', template: 'waterfall' };
    const { status } = await outside.here.send('POST', '/importers/github/import_project', body, ann);
    expect(status).toBe(400);
  });

  it.each(['../../user', 'octo', 'octo/..', 'octo/rocket/issues', 'octo/ro cket'])(
    'is not begun for %s, which names no repository',
    async (project) => {
      const before = outside.github.requests.length;
      const { status } = await outside.here.send('POST', '/importers/github/import_project', { token: githubToken, project }, ann);
      expect(status).toBe(400);
      expect(outside.github.requests.length).toBe(before);
    },
  );
});

describe('an import of the queue', () => {
  let queued: Outside;
  const done = async (id: unknown) => {
    for (const end = Date.now() + 60_000; Date.now() < end;) {
      const { body } = await queued.here.send('GET', `/importer/jobs/${String(id)}`, undefined, queued.ann);
      if (body.state === 'done' || body.state === 'failed') return body;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error('The job never ended');
  };

  beforeAll(async () => {
    queued = await startOutside({ LARCH_TASK_QUEUE: 'on', LARCH_PROJECT_SLUG_PREFIX: 'on' });
  }, limit);

  afterAll(() => queued.stop(), limit);

  it(
    'is answered at once, tells how far it is, and mails its end',
    async () => {
      const { status, body } = await queued.here.send(
        'POST',
        '/importers/asana/import_project',
        { token: asanaToken, project: '501' },
        queued.ann,
      );
      expect([status, Object.keys(body)]).toEqual([202, ['task_id']]);
      const job = await done(body.task_id);
      expect(job).toMatchObject({ state: 'done', result: { slug: 'ann-spacemoon', my_permissions: ['view_us'] } });
      expect(queued.here.mails.at(-1)).toMatchObject({ name: 'import_done', to: ann.email, values: { project: 'Space/Moon' } });
      const other = await queued.here.register('bert');
      expect((await queued.here.send('GET', `/importer/jobs/${String(body.task_id)}`, undefined, other)).status).toBe(404);
    },
    limit,
  );

  it(
    'that fails says why, keeps nothing of the project, and never a token',
    async () => {
      const restore = queued.asana.intercept(({ path }) => (path.endsWith('/stories') ? { status: 403 } : undefined));
      const { body } = await queued.here.send('POST', '/importers/asana/import_project', { token: asanaToken, project: '501' }, queued.ann);
      const job = await done(body.task_id);
      restore();
      expect(job).toMatchObject({ state: 'failed', result: null, error: { _error_message: 'Invalid Asana API request' } });
      expect(queued.here.mails.at(-1)).toMatchObject({ name: 'import_failed', values: { reason: 'Invalid Asana API request' } });
      const jobs = await queued.here.node.store.collection('jobs').find();
      expect(jobs.length).toBeGreaterThanOrEqual(2);
      expect(JSON.stringify(jobs)).not.toContain(asanaToken);
      const { body: projects } = await queued.here.send<unknown[]>('GET', `/projects?member=${queued.ann.id}`, undefined, queued.ann);
      expect(projects).toHaveLength(1);
    },
    limit,
  );
});
