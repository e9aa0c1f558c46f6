import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { gzipSync } from 'node:zlib';
import { ownTemporaryFolder } from '../../support/temporary-folder';
import { startTransfers, type Body, type Transfers } from './support';

jest.setTimeout(120_000);

const removeTemporaryFolder = ownTemporaryFolder();
let transfers: Transfers;
beforeAll(async () => {
  transfers = await startTransfers({ LARCH_MAX_DUMP: '2M', LARCH_MAX_PRIVATE_PROJECTS: '3' });
});
afterAll(async () => {
  await transfers.here.stop();
  removeTemporaryFolder();
});

const base = {
  ...{ name: 'Bad', description: 'x', is_private: true },
  roles: [{ name: 'Dev', slug: 'dev', computable: true, permissions: ['view_project'] }],
  us_statuses: [{ name: 'New' }],
  issue_statuses: [{ name: 'New' }],
};
const text = (more: object) => JSON.stringify({ ...base, ...more });
const file = { attached_file: { name: 'a.txt', data: Buffer.from('hello').toString('base64') } };

/** Everything that an import could leave behind. */
async function left(): Promise<unknown> {
  const { store, files } = transfers.here.node;
  const collections = [
    'projects',
    'roles',
    'memberships',
    'us_statuses',
    'milestones',
    'userstories',
    'issues',
    'attachments',
    'history_entries',
  ];
  const counts = await Promise.all(collections.map((name) => store.collection(name).count()));
  const paths: string[] = [];
  for (const folder of ['attachments', 'projects', 'imports']) for await (const path of files.list(folder)) paths.push(path);
  const spools = readdirSync(tmpdir()).filter((name) => name.startsWith('larch-import-'));
  return { counts: Object.fromEntries(collections.map((name, index) => [name, counts[index]])), paths, spools };
}

describe('a dump that is wrong', () => {
  it.each<[name: string, content: string | Buffer, place: string]>([
    ['breaks off', text({}).slice(0, -10), 'byte'],
    [
      'has a story without subject behind good ones',
      text({ user_stories: [{ subject: 'a', ref: 1 }, { ref: 7 }] }),
      'user_stories[1] (ref 7)',
    ],
    [
      'has an entry of the timeline that tells no event',
      text({ timeline: [{ event_type: 'tasks.task.create', data_content_type: ['tasks', 'task'], data: {} }, { data: {} }] }),
      'timeline[1]',
    ],
    [
      'has two elements with one ref',
      text({ issues: [{ subject: 'a', ref: 1 }], user_stories: [{ subject: 'b', ref: 1 }] }),
      'user_stories[0]',
    ],
    ['has items that are no objects', text({ issues: ['x', 5, null] }), 'issues[0]'],
    [
      'names a status that is not there, after files',
      text({ issues: [{ subject: 'a', attachments: [file] }], user_stories: [{ subject: 'b', status: 'No' }] }),
      'user_stories[0]',
    ],
    ['names a story that is not there', text({ tasks: [{ subject: 'a', user_story: 5 }] }), 'tasks[0]'],
    ['is nested deeply', `{"name":"x","description":"y","a":${'['.repeat(200_000)}`, 'Nested deeper'],
    [
      'has a file that is no base64',
      text({ issues: [{ subject: 'a', attachments: [{ attached_file: { name: 'a', data: '<>' } }] }] }),
      'attached_file',
    ],
    [
      'has a file that ends in the middle of a byte',
      text({ issues: [{ subject: 'a', attachments: [{ attached_file: { name: 'a', data: 'aGVsb' } }] }] }),
      'attached_file',
    ],
    ['has a ref that is none', text({ user_stories: [{ subject: 'a', ref: 0 }] }), 'user_stories[0]'],
    ['has a negative ref', text({ issues: [{ subject: 'a', ref: -4 }] }), 'issues[0]'],
    ['is too long', text({ description: 'x'.repeat(3_000_000) }), 'Longer than'],
  ])('is refused with the place and leaves nothing when it %s', async (_name, content, place) => {
    const before = await left();
    const { status, body } = await transfers.load(content);
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining(place)]);
    expect(await left()).toEqual(before);
  });

  it('is refused when it unpacks to more than is allowed', async () => {
    const { status, body } = await transfers.load(gzipSync(Buffer.alloc(50_000_000, 0x20)), transfers.alice, 'application/gzip');
    expect([status, body.reason]).toEqual([400, expect.stringContaining('Longer than 2097152 bytes')]);
  });

  it('counts a story of an epic once, however often it is named', async () => {
    const related = [3, 1, 2].map((order) => ({ user_story: 1, order }));
    const epics = [{ subject: 'e', ref: 2, status: 'New', related_user_stories: [...related, { user_story: 99 }] }];
    const { body } = await transfers.load(text({ user_stories: [{ subject: 'a', ref: 1 }], epic_statuses: [{ name: 'New' }], epics }));
    const found = await transfers.carrier.done<Body[]>('GET', `/epics?project=${String(body.id)}`);
    expect(found).toMatchObject([{ user_stories_counts: { total: 1 } }]);
    await transfers.here.send('DELETE', `/projects/${String(body.id)}`, undefined, transfers.alice);
  });

  it.each(['timeline', 'milestones', 'epics', 'tasks', 'wiki_pages', 'wiki_links', 'memberships', 'points', 'swimlanes', 'roles'])(
    'gets no 500 for a list %s of anything',
    async (list) => {
      for (const wrong of [5, 'x', {}, [null], [5], ['x'], [[]], [{}], [{ name: {} }], [{ data: null }], [{ data: { user: null } }]]) {
        const { status, body } = await transfers.load(text({ [list]: wrong }));
        expect([list, wrong, status < 500, body]).toEqual([list, wrong, true, body]);
        if (status === 201) await transfers.here.send('DELETE', `/projects/${String(body.id)}`, undefined, transfers.alice);
      }
      expect(transfers.here.errors).toEqual([]);
    },
  );

  it('gets no 500 for values of any wrong type', async () => {
    const wrong: unknown[] = [5, 'x', true, [], [[]], {}, { a: 1 }, -1e308, '\u0000', '2020-99-99'];
    const keys = ['subject', 'status', 'owner', 'assigned_to', 'milestone', 'tags', 'watchers', 'attachments', 'history', 'ref', 'version'];
    for (const key of [
      ...keys,
      'created_date',
      'custom_attributes_values',
      'role_points',
      'external_reference',
      'due_date',
      'assigned_users',
    ]) {
      for (const value of wrong) {
        const { status, body } = await transfers.load(text({ user_stories: [{ subject: 'a', [key]: value }] }));
        expect([key, value, status < 500, body]).toEqual([key, value, true, body]);
        if (status === 201) await transfers.here.send('DELETE', `/projects/${String(body.id)}`, undefined, transfers.alice);
      }
    }
    expect(transfers.here.errors).toEqual([]);
  });

  it('cannot put anything that runs into texts that are shown as HTML', async () => {
    const evil = '<img src=x onerror=alert(1)><script>alert(2)</script>';
    const entry = {
      type: 1,
      user: [],
      comment: evil,
      diff: { description_html: [evil, evil] },
      snapshot: { description_html: evil },
      is_snapshot: true,
    };
    const told = { created: '2020-01-01T00:00:00+0000', event_type: 'issues.issue.change', data_content_type: ['issues', 'issue'] };
    const timeline = [{ ...told, data: { comment: evil, comment_html: evil, values_diff: { description_diff: [null, evil] } } }];
    const { body } = await transfers.load(text({ issues: [{ subject: 'a', ref: 1, description: evil, history: [entry] }], timeline }));
    const { body: issues } = await transfers.here.send<Body[]>('GET', `/issues?project=${String(body.id)}`, undefined, transfers.alice);
    const shown = await Promise.all(
      [`/issues/${String(issues[0]?.id)}`, `/history/issue/${String(issues[0]?.id)}`, `/timeline/project/${String(body.id)}`].map(
        async (path) => (await transfers.here.send(`GET`, path, undefined, transfers.alice)).body,
      ),
    );
    const html: string[] = [];
    JSON.stringify(shown, (key, value: unknown) => {
      if (/_(html|diff)$/.test(key)) html.push(JSON.stringify(value));
      return value;
    });
    expect(html.length).toBeGreaterThan(4);
    expect(html.filter((one) => /<img[^>]*onerror|<script/.test(one))).toEqual([]);
    await transfers.here.send('DELETE', `/projects/${String(body.id)}`, undefined, transfers.alice);
  });

  it('is refused when its owner has no room for more projects', async () => {
    const made = await Promise.all([1, 2, 3].map(() => transfers.load(text({}))));
    const { status, body } = await transfers.load(text({}));
    expect([status, body._error_type]).toEqual([400, 'taiga.base.exceptions.NotEnoughSlotsForProject']);
    await Promise.all(
      made.map(({ body: one }) => transfers.here.send('DELETE', `/projects/${String(one.id)}`, undefined, transfers.alice)),
    );
  });
});
