import { eventually, startTestCluster, type TestCluster, type TestGateway } from '../support/cluster';

interface Job {
  state: string;
  progress: { step: string; done: number };
  result: { created: number } | null;
  error: unknown;
}

let cluster: TestCluster;

beforeAll(async () => {
  cluster = await startTestCluster(2);
}, 120_000);
afterAll(() => cluster?.stop(), 60_000);

const many = 600;

async function upload({ base }: TestGateway, project: number): Promise<{ id: string; mapping: object }> {
  const form = new FormData();
  form.set('project', String(project));
  form.set('kind', 'userstories');
  form.set('file', new Blob([['subject', ...Array.from({ length: many }, (_, index) => `Card ${index}`)].join('\n')]), 'table.csv');
  const headers = { authorization: `Bearer ${cluster.admin.token}` };
  const answer = await fetch(`${base}/importers/csv`, { method: 'POST', headers, body: form });
  expect(answer.status).toBe(201);
  return (await answer.json()) as { id: string; mapping: object };
}

describe('the import of a table', () => {
  it('makes each row once, though the processes that work on it are killed', async () => {
    const [first, second] = cluster.gateways as [TestGateway, TestGateway];
    const made = await first.send<{ id: number }>('POST', '/projects', { name: 'Harbour', description: 'd' }, cluster.admin);
    const project = made.body.id;
    const { id, mapping } = await upload(first, project);
    expect((await second.send('POST', `/importers/csv/${id}/import`, { mapping }, cluster.admin)).status).toBe(202);
    const stories = `/userstories?project=${project}&page_size=1`;
    const count = async () => Number((await first.send('GET', stories, undefined, cluster.admin)).headers.get('x-pagination-count'));
    await eventually(count, (found) => found > 0);
    const workers = cluster.members.filter(({ services }) => services === 'importers');
    expect(workers).toHaveLength(2);
    for (const member of workers) {
      await cluster.end(member, 'SIGKILL');
      cluster.restart(member);
    }
    const job = async () => (await second.send<Job | null>('GET', `/importer/jobs/${id}`, undefined, cluster.admin)).body;
    const ended = await eventually(job, (found) => found !== null && ['done', 'failed'].includes(found.state), 150_000);
    expect(ended).toMatchObject({ state: 'done', result: { created: many } });
    const all = await first.send<{ subject: string }[]>('GET', `/userstories?project=${project}&page_size=1000`, undefined, cluster.admin);
    expect([all.body.length, new Set(all.body.map(({ subject }) => subject)).size]).toEqual([many, many]);
  }, 240_000);
});
