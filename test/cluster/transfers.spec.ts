import { adminPassword, startTestCluster, type TestCluster } from '../support/cluster';
import { adminPassword as embeddedPassword, startLarch, type RunningLarch } from '../support/larch';
import { startGithub } from '../support/outside/github';
import type { Stub } from '../support/outside/stub';
import { Carrier, loggedIn, newcomer, type Traveller } from '../support/transfers/carrier';
import { comparable, differences } from '../support/transfers/comparison';
import { makeRichProject } from '../support/transfers/rich-project';

jest.setTimeout(240_000);

let github: Stub;
let cluster: TestCluster;
let embedded: RunningLarch;

beforeAll(async () => {
  github = await startGithub();
  const outside = {
    ...{ LARCH_IMPORTERS: 'github', LARCH_GITHUB_CLIENT_ID: 'client', LARCH_GITHUB_CLIENT_SECRET: 'secret' },
    ...{ LARCH_GITHUB_URL: github.origin, LARCH_GITHUB_API_URL: `${github.origin}/api` },
  };
  cluster = await startTestCluster(1, { LARCH_TASK_QUEUE: 'off', LARCH_THROTTLE_IMPORT_DUMP_MODE: 'none', ...outside });
  embedded = await startLarch();
}, 240_000);
afterAll(async () => {
  await cluster?.stop();
  await embedded?.stop();
  github?.stop();
}, 60_000);

interface People {
  /** Acts as the first administrator. */
  carrier: Carrier;
  bob: Traveller;
}

/** Who was there first on an installation, and one who came. */
async function peopleOf(origin: string, password: string): Promise<People> {
  return { carrier: new Carrier(origin, await loggedIn(origin, 'admin', password)), bob: await newcomer(origin, 'bob') };
}

describe('a project with everything in it', () => {
  let onCluster: People;
  let inOneProcess: People;
  const unequal = Object.keys(differences);

  beforeAll(async () => {
    onCluster = await peopleOf(cluster.gateways[0].base.replace('/api/v1', ''), adminPassword);
    inOneProcess = await peopleOf(embedded.origin, embeddedPassword);
  });

  it.each<[string, () => People, () => People]>([
    ['one process to a cluster', () => inOneProcess, () => onCluster],
    ['a cluster to one process', () => onCluster, () => inOneProcess],
  ])('is the same dump after its way from %s', async (_way, from, to) => {
    const here = from();
    const project = await makeRichProject(here.carrier, here.bob);
    const dump = await here.carrier.dump(project);
    const filled = Object.entries(dump).filter(([, section]) => Array.isArray(section) && section.length > 0);
    expect(filled.map(([section]) => section)).toEqual(
      expect.arrayContaining([
        'user_stories',
        'tasks',
        'issues',
        'epics',
        'milestones',
        'wiki_pages',
        'wiki_links',
        'swimlanes',
        'timeline',
      ]),
    );
    const there = to().carrier;
    const again = await there.dump(await there.bring(dump));
    expect(comparable(again, unequal)).toEqual(comparable(dump, unequal));
    await there.done('DELETE', `/projects/${(await there.done('GET', `/projects/by_slug?slug=${String(dump.slug)}`)).id}`);
    await here.carrier.done('DELETE', `/projects/${project}`);
  });
});

describe('a project of an outside system', () => {
  it('comes over the gateway to a cluster, each part once', async () => {
    const carrier = new Carrier(cluster.gateways[0].base.replace('/api/v1', ''), { ...cluster.admin, email: 'admin@localhost' });
    const { token } = await carrier.done<{ token: string }>('POST', '/importers/github/authorize', { code: 'good' });
    const wanted = { token, project: 'octo/rocket', users_bindings: { 11: cluster.admin.id }, keep_external_reference: true };
    const { slug } = await carrier.done<{ slug: string }>('POST', '/importers/github/import_project', wanted);
    const project = await carrier.done('GET', `/projects/by_slug?slug=${slug}`);
    const stories = await carrier.done<{ ref: number; subject: string }[]>('GET', `/userstories?project=${project.id}&page_size=1000`);
    const refs = stories.map(({ ref }) => ref).sort((one, other) => one - other);
    expect(refs).toEqual(Array.from({ length: 120 }, (_, index) => index + 1));
    const first = await carrier.done('GET', `/userstories/by_ref?project=${project.id}&ref=1`);
    expect(first).toMatchObject({ subject: 'The engine **stalls**', is_closed: true, milestone_name: 'First', total_comments: 1 });
    const history = await carrier.done<{ values_diff: { subject?: unknown } }[]>('GET', `/history/userstory/${first.id}?page_size=100`);
    expect(history.map(({ values_diff: { subject } }) => subject)).toContainEqual(['Engine', 'The engine **stalls**']);
    expect(await carrier.done<unknown[]>('GET', `/milestones?project=${project.id}`)).toHaveLength(2);
  });
});
