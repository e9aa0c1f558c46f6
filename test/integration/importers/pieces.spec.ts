import { startTransfers, type Body, type Transfers } from './support';

jest.setTimeout(120_000);

let transfers: Transfers;
let project: number;

const post = (path: string, body: unknown) => transfers.here.send<Body>('POST', `/importer${path}`, body, transfers.alice);
const put = (piece: string, body: unknown) => post(`/${project}/${piece}`, body);

beforeAll(async () => {
  transfers = await startTransfers();
  const statuses = Object.fromEntries(['us', 'task', 'issue', 'epic'].map((kind) => [`${kind}_statuses`, [{ name: 'New' }]]));
  const { status, body } = await post('', { name: 'Pieces', description: 'x', roles: [{ name: 'Dev' }], ...statuses });
  expect(status).toBe(201);
  project = Number(body.id);
});
afterAll(() => transfers.here.stop());

describe('an item that is imported by itself', () => {
  it('has a ref that no element of the project has, of whatever kind', async () => {
    expect(await put('us', { subject: 'First', ref: 4 })).toMatchObject({ status: 201, body: { ref: 4 } });
    for (const [piece, list] of [
      ['us', 'user_stories'],
      ['task', 'tasks'],
      ['issue', 'issues'],
    ] as const)
      for (const ref of [4, '4'])
        expect(await put(piece, { subject: 'Again', ref })).toMatchObject({
          status: 400,
          body: { [list]: [{ ref: ['This ref is taken.'] }] },
        });
    expect(await put('issue', { subject: 'Another', ref: 7 })).toMatchObject({ status: 201, body: { ref: 7 } });
    expect(await put('task', { subject: 'Next' })).toMatchObject({ status: 201, body: { ref: 8 } });
  });

  it('is refused with files that are no base64, and brings those that are', async () => {
    const withFile = (data: unknown) => ({ subject: 'With a file', attachments: [{ name: 'a', attached_file: { name: 'a.txt', data } }] });
    for (const data of ['<>', 'aGVsb', 'aGVs*bG8='])
      expect(await put('us', withFile(data))).toMatchObject({
        status: 400,
        body: { user_stories: [{ attachments: ['A file is no base64.'] }] },
      });
    const { body } = await put('us', withFile('aGVs\nbG8='));
    expect(body.attachments).toMatchObject([{ size: 5, attached_file: { data: 'aGVsbG8=' } }]);
  });

  it('may be a sprint with tasks that belong to no story, all of it or nothing', async () => {
    const sprint = { name: 'Sprint', estimated_start: '2030-01-01', estimated_finish: '2030-01-15' };
    const wrong = await put('milestone', { ...sprint, tasks_without_us: [{ subject: 'Good' }, { subject: 'Bad', status: 'Never' }, 5] });
    expect([wrong.status, Object.keys(wrong.body), (wrong.body.tasks as unknown[]).length]).toEqual([400, ['tasks'], 2]);
    expect(await transfers.carrier.done<Body[]>('GET', `/milestones?project=${project}`)).toEqual([]);

    const made = await put('milestone', { ...sprint, tasks_without_us: [{ subject: 'Sweep' }, { subject: 'Polish', user_story: 4 }] });
    expect(made).toMatchObject({ status: 201, body: { name: 'Sprint', estimated_finish: '2030-01-15' } });
    const [milestone] = await transfers.carrier.done<Body[]>('GET', `/milestones?project=${project}`);
    const tasks = await transfers.carrier.done<Body[]>('GET', `/tasks?project=${project}&milestone=${String(milestone?.id)}`);
    expect(tasks.map(({ subject, user_story: story }) => [subject, story]).sort()).toEqual([
      ['Polish', null],
      ['Sweep', null],
    ]);
  });
});
