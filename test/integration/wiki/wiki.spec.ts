import { startInstallation, type Installation, type Person } from '../../support/installation';
import type { ChangeEntry } from '../../../lib/contracts/changes';
import authService from '../../../services/auth/auth.service';
import membershipsService from '../../../services/memberships/memberships.service';
import notificationsService from '../../../services/notifications/notifications.service';
import projectsService from '../../../services/projects/projects.service';
import wikiService from '../../../services/wiki/wiki.service';

interface Page {
  id: number;
  slug: string;
  html: string;
  version: number;
  editions: number;
  last_modifier: number;
}

interface Link {
  id: number;
  href: string;
  order: number;
}

const entries: ChangeEntry[] = [];
const removed: { kind: string; objects: number[] }[] = [];
let here: Installation;
let alice: Person;
let stranger: Person;
let project: { id: number; slug: string };

beforeAll(async () => {
  here = await startInstallation([authService, projectsService, membershipsService, notificationsService, wikiService], {
    'backlog.milestonesOf': () => [],
    'backlog.elementsByRef': ({ refs, project: id }) =>
      refs.map((ref) => ({ kind: 'us' as const, id: 1, project: id, ref, subject: 'A secret story' })),
    'issues.elementsByRef': () => [],
    'attachments.removeOf': (elements) => void removed.push(elements),
    'history.record': (recorded) => void entries.push(...recorded.entries),
  });
  [alice, stranger] = (await Promise.all(['alice', 'stranger'].map((name) => here.register(name)))) as [Person, Person];
  project = (await here.send<typeof project>('POST', '/projects', { name: 'Wiki', description: 'd', is_private: true }, alice)).body;
});
afterAll(() => here.stop());
beforeEach(() => {
  entries.length = 0;
});

const add = async (slug: string, content = '') =>
  (await here.send<Page>('POST', '/wiki', { project: project.id, slug, content }, alice)).body;
const edit = (page: Page, body: object) => here.send<Page>('PATCH', `/wiki/${page.id}`, body, alice);

describe('a wiki page', () => {
  it('counts its visible changes and comments as editions, and every edit as version', async () => {
    const page = await add('counted', 'one');
    await edit(page, { content: 'two', version: 1 });
    await edit(page, { version: 2 });
    const { body } = await edit(page, { comment: 'why', version: 3 });
    expect([body.editions, body.version]).toEqual([3, 4]);
    expect(entries.map(({ action, comment, diff }) => [action, comment, Object.keys(diff)])).toEqual([
      ['create', '', []],
      ['change', '', ['content', 'content_html']],
      ['change', 'why', []],
    ]);
  });

  it('counts a change of its files as an edition, and takes them along when it goes', async () => {
    const page = await add('with-files');
    const facts = { filename: 'a', url: 'u', attached_file: 'p', thumbnail_file: null, thumbnail_card_url: null, is_deprecated: false };
    const attachments = [{ id: 5, ...facts, description: '', order: 0 }];
    const change = { kind: 'wikipage' as const, object: page.id, attachments };
    await here.node.call('wiki.attachmentsChanged', { ...change, stamp: 2 });
    await here.node.call('wiki.attachmentsChanged', { ...change, stamp: 1, attachments: [] });
    const { body } = await here.send<Page>('GET', `/wiki/${page.id}`, undefined, alice);
    expect([body.editions, body.version]).toEqual([2, 1]);
    await here.send('DELETE', `/wiki/${page.id}`, undefined, alice);
    expect(removed).toEqual([{ kind: 'wikipage', objects: [page.id] }]);
  });

  it('keeps its slug unique in every kind of edit', async () => {
    await add('taken');
    const page = await add('other');
    const refused = { __all__: ['Wiki page with this Project and Slug already exists.'] };
    expect(await edit(page, { slug: 'taken', version: 1 })).toMatchObject({ status: 400, body: refused });
    const whole = { project: project.id, slug: 'taken', content: '', version: 1 };
    expect(await here.send('PUT', `/wiki/${page.id}`, whole, alice)).toMatchObject({ status: 400, body: refused });
  });

  it('lets one of many racing edits of the same version win', async () => {
    const page = await add('raced');
    const edits = await Promise.all(Array.from({ length: 20 }, (_, n) => edit(page, { content: `by ${n}`, version: 1 })));
    expect(edits.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('stays in its project and with its owner', async () => {
    const page = await add('stays');
    const { body: other } = await here.send<{ id: number }>('POST', '/projects', { name: 'Else', description: 'd' }, alice);
    const { body } = await edit(page, { project: other.id, owner: stranger.id, last_modifier: stranger.id, version: 1 });
    expect(body).toMatchObject({ project: project.id, owner: alice.id, last_modifier: alice.id });
  });
});

describe('a link of the wiki', () => {
  it('brings an empty page along, with its entry, and leaves it there', async () => {
    const { body: link } = await here.send<Link>('POST', '/wiki-links', { project: project.id, title: 'How we work' }, alice);
    expect(entries.map(({ kind, action }) => [kind, action])).toEqual([['wikipage', 'create']]);
    await here.send('DELETE', `/wiki-links/${link.id}`, undefined, alice);
    const page = await here.send('GET', `/wiki/by_slug?slug=how-we-work&project=${project.id}`, undefined, alice);
    expect(page).toMatchObject({ status: 200, body: { content: '', owner: alice.id, editions: 1 } });
  });

  it('has an address of its own, also among links of one title made at once', async () => {
    const titles = Array.from({ length: 8 }, () => here.send<Link>('POST', '/wiki-links', { project: project.id, title: 'Same' }, alice));
    const answers = await Promise.all(titles);
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(201));
    expect(new Set(answers.map(({ body }) => body.href)).size).toBe(8);
  });
});

describe('rendering', () => {
  const render = async (as?: Person) => {
    const body = { project_id: project.id, content: `#1 [[Page]] @${alice.username} **bold**` };
    return (await here.send<{ data: string }>('POST', '/wiki/render', body, as)).body.data;
  };

  it('resolves references, pages and members for those who may see the project', async () => {
    const html = await render(alice);
    for (const part of ['A secret story', `/project/${project.slug}/wiki/page`, 'class="mention"']) expect(html).toContain(part);
  });

  it('tells nobody else what they are called', async () => {
    for (const html of [await render(), await render(stranger)]) {
      expect(html).toBe(`<p>#1 [[Page]] @${alice.username} <strong>bold</strong></p>`);
    }
  });
});
