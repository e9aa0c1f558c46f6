import { gzipSync } from 'node:zlib';
import { loggedIn } from '../../support/transfers/carrier';
import { makeRichProject, oddBytes, redDot } from '../../support/transfers/rich-project';
import { comparable, startTransfers, type Body, type Transfers } from './support';

jest.setTimeout(120_000);

const adminPassword = 'Secret-12345';

let transfers: Transfers;
beforeAll(async () => {
  transfers = await startTransfers({ LARCH_ADMIN_PASSWORD: adminPassword });
});
afterAll(() => transfers.here.stop());

describe('a dump', () => {
  let source: number;
  let first: Body;
  let loaded: Body & { id: number };
  beforeAll(async () => {
    source = await makeRichProject(transfers.carrier, transfers.bob);
    first = await transfers.dump(source);
    const { status, body } = await transfers.load(JSON.stringify(first));
    expect([status, body.error, body.details]).toEqual([201, undefined, undefined]);
    loaded = body as Body & { id: number };
  });

  it('of a project that came from a dump is the same dump', async () => {
    expect(comparable(await transfers.dump(loaded.id))).toEqual(comparable(first));
  });

  it('is the same zipped, and loads zipped', async () => {
    const zipped = await transfers.dump(source, 'gzip');
    expect(comparable(zipped)).toEqual(comparable(first));
    const { status, body } = await transfers.load(gzipSync(JSON.stringify(zipped)), transfers.alice, 'application/gzip');
    expect(status).toBe(201);
    expect(comparable(await transfers.dump(Number(body.id)))).toEqual(comparable(first));
  });

  const storyOf = async (project: number) => {
    const stories = await transfers.carrier.done<Body[]>('GET', `/userstories?project=${project}`);
    return stories.find(({ total_attachments }) => Number(total_attachments) > 0) as Body & { id: number };
  };

  it('renders texts that name elements which come later in it', async () => {
    const { id } = await storyOf(loaded.id);
    const story = await transfers.carrier.done('GET', `/userstories/${id}`);
    expect(story.description_html).toContain(`/project/${String(loaded.slug)}/issue/1`);
    const history = await transfers.carrier.done<Body[]>('GET', `/history/userstory/${id}`);
    const comment = history.map(({ comment_html }) => String(comment_html)).find((html) => html.includes('look at'));
    expect(comment).toContain(`/project/${String(loaded.slug)}/issue/1`);
    expect(comment).toContain('profile/bob');
  });

  it('brings its files with every byte', async () => {
    const { id } = await storyOf(loaded.id);
    const files = await transfers.carrier.done<Body[]>('GET', `/userstories/attachments?project=${loaded.id}&object_id=${id}`);
    expect(files.map(({ name }) => name)).toEqual(['notes.txt', 'odd “bytes”.bin', 'dot.png']);
    const contents = await Promise.all(
      files.map(async ({ url }) =>
        Buffer.from(await (await fetch(String(url).replace(/^https?:\/\/[^/]+/, transfers.carrier.origin))).arrayBuffer()),
      ),
    );
    expect(contents.map((content) => content.toString('base64'))).toEqual(
      [Buffer.from('of userstories'), oddBytes, redDot].map((content) => content.toString('base64')),
    );
  });

  it('makes the uploader the owner, whoever it was', async () => {
    const { status, body } = await transfers.load(JSON.stringify(first), transfers.bob);
    expect(status).toBe(201);
    const { body: project } = await transfers.here.send('GET', `/projects/${String(body.id)}`, undefined, transfers.bob);
    expect(project).toMatchObject({ i_am_owner: true, i_am_admin: true });
  });

  it('knows accounts by their addresses, also the first administrator whose address has no domain', async () => {
    const admin = await loggedIn(transfers.carrier.origin, 'admin', adminPassword);
    const project = { name: 'Known', description: 'x', roles: [{ name: 'Dev', computable: true }] };
    const dump = { ...project, issue_statuses: [{ name: 'New' }], issues: [{ subject: 'By the administrator', owner: admin.email }] };
    const made = await transfers.carrier.bring(dump);
    expect(await transfers.carrier.done<Body[]>('GET', `/issues?project=${made}`)).toMatchObject([{ owner: admin.id }]);
  });

  it('may have its parts in any order', async () => {
    const reversed = Object.fromEntries(Object.entries(first).reverse());
    const { status, body } = await transfers.load(JSON.stringify(reversed));
    expect(status).toBe(201);
    expect(comparable(await transfers.dump(Number(body.id)))).toEqual(comparable(first));
  });
});

it('nobody sees elements of a project whose import is not complete, superusers neither', async () => {
  const { add, here, bob, alice } = transfers;
  const project = await add('/projects', { name: 'Growing', description: 'x', is_private: true });
  const issue = await add('/issues', { project: project.id, subject: 'Half imported' });
  await here.node.store.collection('users').updateOne({ id: bob.id }, { set: { is_superuser: true } });
  await here.node.invalidate({ users: [bob.id] });
  const seen = async (path: string) =>
    ((await here.send('GET', path, undefined, bob)).body as unknown as { id: number }[]).map(({ id }) => id);
  expect(await seen('/issues')).toContain(issue.id);
  await here.node.store.collection('projects').updateOne({ id: project.id }, { set: { restoring: true } });
  expect(await seen('/issues')).not.toContain(issue.id);
  expect(await seen('/issue-statuses')).not.toHaveLength(0);
  await here.node.store.collection('projects').updateOne({ id: project.id }, { unset: ['restoring'] });
  expect(await seen('/issues')).toContain(issue.id);
  expect((await here.send('DELETE', `/projects/${project.id}`, undefined, alice)).status).toBe(204);
});
