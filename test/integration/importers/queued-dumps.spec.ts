import fc from 'fast-check';
import { eventually } from '../../support/cluster';
import { comparable, startTransfers, type Body, type Transfers } from './support';

jest.setTimeout(180_000);

interface Job {
  state: string;
  kind: string;
  result: { project: number; url: string } | null;
  error: Body | null;
}

const base = { name: 'Queued', description: 'x', roles: [{ name: 'Dev', slug: 'dev', computable: true, permissions: ['view_project'] }] };

describe('with a queue', () => {
  let transfers: Transfers;
  beforeAll(async () => {
    transfers = await startTransfers({ LARCH_TASK_QUEUE: 'on' });
  });
  afterAll(() => transfers.here.stop());

  const ended = (id: unknown) =>
    eventually(
      async () => (await transfers.here.send<Job>('GET', `/importer/jobs/${String(id)}`, undefined, transfers.alice)).body,
      ({ state }) => state === 'done' || state === 'failed',
      60_000,
    );

  it('a dump is loaded by a job that tells its progress to its owner alone, and by mail its end', async () => {
    const { status, body } = await transfers.load(JSON.stringify({ ...base, user_stories: [{ subject: 'a' }] }));
    expect([status, Object.keys(body)]).toEqual([202, ['import_id']]);
    const job = await ended(body.import_id);
    expect(job).toMatchObject({ state: 'done', kind: 'load_dump', error: null });
    expect((await transfers.here.send('GET', `/projects/${String(job.result?.project)}`, undefined, transfers.alice)).status).toBe(200);
    expect((await transfers.here.send('GET', `/importer/jobs/${String(body.import_id)}`, undefined, transfers.bob)).status).toBe(404);
    const mail = await eventually(
      () => Promise.resolve(transfers.here.mails.find(({ name }) => name === 'import_done')),
      (found) => found !== undefined,
    );
    expect(mail).toMatchObject({ to: transfers.alice.email, values: { project: 'Queued' } });
  });

  it('a dump that is wrong fails with its places, in the job and by mail', async () => {
    const { body } = await transfers.load(JSON.stringify({ ...base, user_stories: [{ ref: 4 }] }));
    const job = await ended(body.import_id);
    expect(job).toMatchObject({ state: 'failed', error: { error: 'error importing user stories', places: ['user_stories[0] (ref 4)'] } });
    const mail = await eventually(
      () => Promise.resolve(transfers.here.mails.find(({ name }) => name === 'import_failed')),
      (found) => found !== undefined,
    );
    expect(JSON.stringify(mail)).toContain('user_stories[0] (ref 4)');
  });

  it('an export is announced by mail with its address', async () => {
    const project = await transfers.add('/projects', { name: 'Out', description: 'x' });
    const { status, body } = await transfers.here.send('GET', `/exporter/${project.id}`, undefined, transfers.alice);
    expect([status, Object.keys(body)]).toEqual([202, ['export_id']]);
    expect(await ended(body.export_id)).toMatchObject({ state: 'done' });
    const mail = await eventually(
      () => Promise.resolve(transfers.here.mails.find(({ name }) => name === 'dump_ready')),
      (found) => found !== undefined,
    );
    expect(JSON.stringify(mail)).toContain(`/media/exports/${project.id}/`);
  });
});

describe('a project that travels', () => {
  let transfers: Transfers;
  beforeAll(async () => {
    transfers = await startTransfers();
  });
  afterAll(() => transfers.here.stop());

  const word = fc.stringMatching(/^[A-Za-zäß@#"\\<&\u2028 ]{1,12}$/).filter((text) => text.trim() !== '');
  const text = fc.string({ maxLength: 60 }).map((one) => one.replaceAll('\u0000', ''));
  const moment = fc
    .date({ min: new Date('2001-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString().replace(/\.\d+Z$/, '+0000'));
  const names = fc.uniqueArray(word, { minLength: 1, maxLength: 4 });
  const project = fc.record({
    names,
    points: names,
    sprints: names,
    count: fc.integer({ min: 0, max: 6 }),
    text,
    moment,
    flag: fc.boolean(),
  });

  it('is the same after each journey, whatever it holds', async () => {
    await fc.assert(
      fc.asyncProperty(project, fc.infiniteStream(fc.record({ pick: fc.nat(), text, moment, flag: fc.boolean() })), async (made, more) => {
        const next = () => more.next().value as { pick: number; text: string; moment: string; flag: boolean };
        const one = (list: readonly string[]) => list[next().pick % list.length] ?? null;
        const element = (ref: number) => {
          const { text: description, moment: date, flag } = next();
          const dates = { created_date: date, modified_date: date };
          const entry = {
            user: [transfers.bob.email, 'bob Tester'],
            type: 1,
            created_at: date,
            comment: description,
            diff: { subject: ['a', description] },
          };
          const file = { attached_file: { name: 'a.txt', data: Buffer.from(description).toString('base64') }, name: 'a.txt', ...dates };
          return {
            ...{ ref, subject: `S ${description}`.slice(0, 100), description, status: one(made.names), ...dates, is_blocked: flag },
            ...{
              owner: transfers.bob.email,
              watchers: flag ? [transfers.alice.email] : [],
              history: [entry],
              attachments: flag ? [file] : [],
            },
          };
        };
        const refs = Array.from({ length: made.count }, (_, index) => index + 1);
        const statuses = made.names.map((name, order) => ({ name, order, is_closed: made.flag }));
        const dump = {
          ...{ name: 'Generated', description: made.text || 'x', created_date: made.moment, is_private: made.flag },
          roles: [{ name: 'Dev', slug: 'dev', computable: true, permissions: ['view_project', 'view_us'] }],
          ...{ us_statuses: statuses, task_statuses: statuses, issue_statuses: statuses, epic_statuses: statuses },
          points: made.points.map((name, order) => ({ name, order, value: order })),
          milestones: made.sprints.map((name, order) => ({ name, order, estimated_start: '2024-01-01', estimated_finish: '2024-02-01' })),
          issues: refs.map((ref) => element(ref)),
          user_stories: refs.map((ref) => ({
            ...element(ref + 10),
            milestone: one(made.sprints),
            role_points: [{ role: 'Dev', points: one(made.points) }],
            generated_from_issue: ref,
          })),
          tasks: refs.map((ref) => ({ ...element(ref + 20), user_story: ref + 10 })),
          epics: refs.map((ref) => ({ ...element(ref + 30), related_user_stories: [{ user_story: ref + 10, order: ref }] })),
          wiki_pages: refs.map((ref) => ({ slug: `page-${ref}`, content: next().text, owner: transfers.bob.email })),
        };
        const first = await transfers.load(JSON.stringify(dump));
        expect([first.status, first.body.details]).toEqual([201, undefined]);
        const once = await transfers.dump(Number(first.body.id));
        const second = await transfers.load(JSON.stringify(once));
        expect(second.status).toBe(201);
        expect(comparable(await transfers.dump(Number(second.body.id)))).toEqual(comparable(once));
        expect((once.user_stories as unknown[]).length).toBe(made.count);
      }),
      { numRuns: 12 },
    );
  });
});
