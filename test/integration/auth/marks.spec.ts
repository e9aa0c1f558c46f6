import type { MarkedElement } from '../../../lib/contracts/marks';
import type { ProjectContext } from '../../../lib/contracts/project-context';
import { startInstallation, type Installation, type Person } from './support';

const day = (number: number) => `2030-01-${String(number).padStart(2, '0')}T00:00:00.000Z`;

const element = (id: number, project: number, type: MarkedElement['type'], subject: string): MarkedElement => ({
  ...{ id, project, type, subject, ref: id, assigned_to: null, status: 1, tags: ['known', 'lost'], since: day(id) },
  ...{ is_watcher: false, is_voter: true, total_watchers: 2, total_voters: 3 },
});

/** Project 1 is public, project 2 private with alice, who may see stories but no issues. */
const context = (id: number, alice: number): ProjectContext => {
  const role = {
    id: 1,
    name: 'Back',
    slug: 'back',
    order: 1,
    computable: true,
    permissions: ['view_project', 'view_us'],
  };
  const status = { id: 1, project: id, name: 'New', order: 1, color: '#111111' };
  return {
    ...{
      id,
      name: id === 1 ? 'Open' : 'Secret',
      slug: `p${id}`,
      description: 'D',
      is_private: id === 2,
      blocked_code: null,
      logo_small_url: null,
    },
    ...{ anon_permissions: [], public_permissions: [], roles: [role], members: [{ membership: 1, user: alice, role: 1, is_admin: false }] },
    ...{
      tags_colors: [['known', '#222222']],
      settings: { us_statuses: [status], issue_statuses: [status], task_statuses: [status], epic_statuses: [status] },
    },
  } as unknown as ProjectContext;
};

let here: Installation;
let alice: Person;
let bob: Person;
const asked: unknown[] = [];
/** When project 1 began to be watched. */
let watchedSince = day(5);

beforeAll(async () => {
  here = await startInstallation({
    'projects.contexts': ({ ids }) => ids.filter((id) => id <= 2).map((id) => context(id, alice.id)),
    'projects.likedBy': () => [
      { project: 1, since: day(1) },
      { project: 2, since: day(9) },
      { project: 7, since: day(8) },
    ],
    'projects.fans': ({ projects, user }) => projects.map((project) => ({ project, total_fans: 4, is_fan: user === alice.id })),
    'notifications.watchers': ({ projects }) =>
      projects.map((id) => ({ id, levels: { [alice.id]: id === 1 ? 3 : 1, [bob.id]: id === 1 ? 3 : 1 }, total_watchers: 5 })),
    'notifications.watchedProjects': () => [{ project: 1, since: watchedSince }],
    'backlog.markedBy': (query) => {
      asked.push(query);
      return [element(3, 1, 'userstory', 'Open story'), element(4, 2, 'userstory', 'Secret story'), element(6, 1, 'task', 'A task')];
    },
    'issues.markedBy': () => [element(7, 2, 'issue', 'Hidden issue'), element(8, 1, 'issue', 'Open issue')],
  });
  [alice, bob] = [await here.register('alice'), await here.register('bob')];
});

afterAll(() => here.stop());

const list = async (kind: string, query = '', as: Person | null = alice) =>
  (await here.send('GET', `/users/${alice.id}/${kind}${query}`, undefined, as)).body as unknown as Record<string, unknown>[];
const ids = (entries: readonly Record<string, unknown>[]) => entries.map(({ type, id }) => `${String(type)} ${Number(id)}`);

describe('what a user has marked', () => {
  it('is listed newest first, as far as the viewer may see it', async () => {
    expect(ids(await list('voted'))).toEqual(['issue 8', 'task 6', 'userstory 4', 'userstory 3']);
    expect(ids(await list('voted', '', bob))).toEqual(['issue 8', 'task 6', 'userstory 3']);
    expect(ids(await list('voted', '', null))).toEqual(['issue 8', 'task 6', 'userstory 3']);
    expect(ids(await list('liked'))).toEqual(['project 2', 'project 1']);
    expect(ids(await list('liked', '', bob))).toEqual(['project 1']);
    expect(ids(await list('watched', '', null))).toEqual(['issue 8', 'task 6', 'project 1', 'userstory 3']);
    expect(asked).toContainEqual({ user: alice.id, mark: 'vote', viewer: bob.id });
  });

  it.each([
    ['after the element that it began with', 3, ['issue 8', 'task 6', 'project 1', 'userstory 3']],
    ['before any further one', 6, ['issue 8', 'task 6', 'project 1', 'userstory 3']],
  ])('tells a project that is watched from the same moment %s', async (_, since, wanted) => {
    watchedSince = day(since);
    expect(ids(await list('watched', '', null))).toEqual(wanted);
    watchedSince = day(5);
  });

  it('can be searched, filtered by kind and paged', async () => {
    expect(ids(await list('voted', '?type=issue'))).toEqual(['issue 8']);
    expect(ids(await list('voted', '?type=project'))).toEqual([]);
    expect(ids(await list('voted', '?type=nonsense'))).toEqual([]);
    expect(ids(await list('voted', '?q=secret'))).toEqual(['userstory 4']);
    expect(ids(await list('voted', '?q=6'))).toEqual(['task 6']);
    expect(ids(await list('voted', '?page_size=3&page=2'))).toEqual(['userstory 3']);
    expect((await here.send('GET', `/users/${alice.id}/voted?page=9`)).status).toBe(404);
  });

  it('has every field of both kinds', async () => {
    const [project, , story] = [(await list('liked')).at(-1), null, (await list('voted')).at(-1)];
    expect(project).toMatchObject({
      type: 'project',
      name: 'Open',
      is_fan: true,
      total_fans: 4,
      is_watcher: false,
      total_watchers: 5,
      subject: null,
    });
    expect(story).toMatchObject({
      subject: 'Open story',
      status: 'New',
      status_color: '#111111',
      is_voter: true,
      total_voters: 3,
      project_name: 'Open',
    });
    expect(story?.tags_colors).toEqual([{ name: 'known', color: '#222222' }]);
    const shared = Object.keys(project ?? {}).filter((key) => !key.includes('fan'));
    expect(Object.keys(story ?? {})).toEqual(expect.arrayContaining(shared));
  });
});
