import { startInstallation, type Installation, type Person } from '../../support/installation';
import type { ChangeEntry } from '../../../lib/contracts/changes';
import authService from '../../../services/auth/auth.service';
import issuesService from '../../../services/issues/issues.service';
import membershipsService from '../../../services/memberships/memberships.service';
import notificationsService from '../../../services/notifications/notifications.service';
import projectsService from '../../../services/projects/projects.service';

interface Project {
  id: number;
  slug: string;
  roles: { id: number; slug: string }[];
  issue_statuses: { id: number; slug: string }[];
}

interface Issue {
  id: number;
  ref: number;
  subject: string;
  version: number;
  status: number;
  milestone: number | null;
  finished_date: string | null;
  generated_user_stories: unknown;
}

const sprints = new Map<number, number>();
const reclosed: { milestones: number[]; deletion: boolean }[] = [];
const entries: ChangeEntry[] = [];
const stories: { id: number; ref: number; subject: string }[] = [];

let here: Installation;
let alice: Person;
let bob: Person;
let stranger: Person;
let project: Project;

beforeAll(async () => {
  const services = [authService, projectsService, membershipsService, notificationsService, issuesService];
  here = await startInstallation(services, {
    'backlog.milestonesOf': () => [],
    'backlog.milestoneCards': ({ ids }) =>
      ids
        .filter((id) => sprints.has(id))
        .map((id) => {
          const dates = { estimated_start: '2030-01-01', estimated_finish: '2030-01-15' };
          return { id, project: sprints.get(id)!, name: `Sprint ${id}`, slug: `sprint-${id}`, closed: false, ...dates };
        }),
    'backlog.elementsByRef': () => [],
    'backlog.originRemoved': () => undefined,
    'backlog.recloseMilestones': (change) => void reclosed.push(change),
    'backlog.promote': ({ subject }) => {
      const story = { id: 900 + stories.length, ref: 90 + stories.length, subject };
      stories.push(story);
      return story;
    },
    'backlog.generatedStories': ({ ids }) => stories.filter(({ id }) => ids.includes(id)),
    'history.record': (recorded) => void entries.push(...recorded.entries),
  });
  [alice, bob, stranger] = (await Promise.all(['alice', 'bob', 'stranger'].map((name) => here.register(name)))) as [Person, Person, Person];
  project = await newProject('Bugs');
  sprints.set(1, project.id);
  sprints.set(2, project.id);
  const role = project.roles.find(({ slug }) => slug === 'back')?.id;
  const invited = await here.send('POST', '/memberships', { project: project.id, role, username: bob.email }, alice);
  expect(invited.status).toBe(201);
});
afterAll(() => here.stop());
beforeEach(() => {
  reclosed.length = entries.length = 0;
});

const newProject = async (name: string) =>
  (await here.send<Project>('POST', '/projects', { name, description: 'd', is_private: true }, alice)).body;
const add = async (values: object = {}, as = alice, into = project) =>
  (await here.send<Issue>('POST', '/issues', { project: into.id, subject: 'An issue', ...values }, as)).body;
const read = async (id: number) => (await here.send<Issue>('GET', `/issues/${id}`, undefined, alice)).body;
const statusOf = (slug: string) => project.issue_statuses.find((status) => status.slug === slug)?.id;

describe('bulk forms of issues', () => {
  it('make one issue a line with consecutive refs, the newest first, and close the sprint once', async () => {
    const body = { project_id: project.id, milestone_id: 1, bulk_issues: 'One\n\n  Two \nThree' };
    const { body: made } = await here.send<Issue[]>('POST', '/issues/bulk_create', body, alice);
    expect(made.map(({ subject }) => subject)).toEqual(['Three', 'Two', 'One']);
    expect(made[0]!.ref - made[2]!.ref).toBe(2);
    expect(reclosed).toEqual([{ milestones: [1], deletion: false }]);
    expect(entries.map(({ action }) => action)).toEqual(['create', 'create', 'create']);
  });

  it('move issues with an entry each, without a new version, and close both sprints', async () => {
    const issue = await add({ milestone: 1 });
    reclosed.length = entries.length = 0;
    const body = { project_id: project.id, milestone_id: 2, bulk_issues: [{ issue_id: issue.id }] };
    const answer = await here.send('POST', '/issues/bulk_update_milestone', body, alice);
    expect(answer).toMatchObject({ status: 200, body: { [issue.id]: 2 } });
    expect(await read(issue.id)).toMatchObject({ milestone: 2, version: 1 });
    expect(entries.map(({ diff, names }) => [diff, names.milestone])).toEqual([[{ milestone: [1, 2] }, { 1: 'Sprint 1', 2: 'Sprint 2' }]]);
    expect(reclosed.map(({ milestones }) => milestones.sort())).toEqual([[1, 2]]);
  });

  it('refuse issues of other projects and move none', async () => {
    const foreign = await add({}, alice, await newProject('Other'));
    const own = await add();
    const bulk_issues = [{ issue_id: own.id }, { issue_id: foreign.id }];
    const body = { project_id: project.id, milestone_id: 1, bulk_issues };
    const { status, body: errors } = await here.send('POST', '/issues/bulk_update_milestone', body, alice);
    expect([status, Object.keys(errors)]).toEqual([400, ['bulk_issues']]);
    expect((await read(own.id)).milestone).toBeNull();
  });
});

describe('an issue', () => {
  it('is finished while its status is closed, and its sprint follows every change', async () => {
    const issue = await add({ milestone: 1 });
    const path = `/issues/${issue.id}`;
    const closed = await here.send<Issue>('PATCH', path, { status: statusOf('closed'), version: 1 }, bob);
    expect(closed.body.finished_date).not.toBeNull();
    const open = await here.send<Issue>('PATCH', path, { status: statusOf('new'), version: 2 }, bob);
    expect(open.body.finished_date).toBeNull();
    await here.send('DELETE', path, undefined, alice);
    expect(reclosed.map(({ deletion }) => deletion)).toEqual([false, false, false, true]);
  });

  it('becomes a story for those who may add some, and lists it', async () => {
    const issue = await add({ subject: 'Grows' });
    const path = `/issues/${issue.id}/promote_to_user_story`;
    expect((await here.send('POST', path, { project_id: project.id })).status).toBe(401);
    expect((await here.send('POST', path, { project_id: project.id }, stranger)).status).toBe(404);
    const foreign = await here.send<Project>('POST', '/projects', { name: 'Hers', description: 'd', is_private: true }, stranger);
    expect((await here.send('POST', path, { project_id: foreign.body.id }, alice)).status).toBe(403);
    const { body } = await here.send<number[]>('POST', path, { project_id: project.id }, alice);
    expect(await read(issue.id)).toMatchObject({ version: 1, generated_user_stories: [{ ref: body[0], subject: 'Grows' }] });
  });

  it('becomes none, here or elsewhere, while its project is blocked', async () => {
    const [blocked, elsewhere] = [await newProject('Blocked'), await newProject('Open')];
    const issue = await add({}, alice, blocked);
    await here.node.store.collection('projects').updateOne({ id: blocked.id }, { set: { blocked_code: 'blocked-by-staff' } });
    await here.node.invalidate({ projects: [blocked.id] });
    for (const { id } of [blocked, elsewhere]) {
      const { status } = await here.send('POST', `/issues/${issue.id}/promote_to_user_story`, { project_id: id }, alice);
      expect(status).toBe(451);
    }
    expect((await read(issue.id)).generated_user_stories).toBeNull();
  });

  it('keeps every story of those made of it at the same time', async () => {
    const issue = await add({ subject: 'Twice' });
    const work = Array.from({ length: 5 }, () =>
      here.send('POST', `/issues/${issue.id}/promote_to_user_story`, { project_id: project.id }, alice),
    );
    expect((await Promise.all(work)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect((await read(issue.id)).generated_user_stories).toHaveLength(5);
  });

  it('gets the settings of the same names in another project', async () => {
    const issue = await add({ status: statusOf('in-progress'), milestone: 1 });
    const other = await newProject('Elsewhere');
    const { status, body } = await here.send<Issue>('PATCH', `/issues/${issue.id}`, { project: other.id, version: 1 }, alice);
    expect(status).toBe(200);
    expect(body.status).toBe(other.issue_statuses.find(({ slug }) => slug === 'in-progress')?.id);
    expect(body.milestone).toBeNull();
  });
});

describe('what other services ask of issues', () => {
  it('moves the issues of a deleted status and dates them as the new one says', async () => {
    const scratch = await newProject('Statuses');
    const [first, , , closed] = scratch.issue_statuses;
    const issue = await add({ status: first!.id }, alice, scratch);
    const removal = { project: scratch.id, kind: 'issue_statuses' as const, id: first!.id };
    await here.node.call('issues.settingRemoved', { ...removal, moveTo: closed!.id });
    expect(await read(issue.id)).toMatchObject({ status: closed!.id, version: 1, finished_date: expect.any(String) as string });
    await here.node.call('issues.settingRemoved', { ...removal, id: closed!.id, moveTo: first!.id });
    expect(await read(issue.id)).toMatchObject({ status: first!.id, finished_date: null });
  });

  it('tells how many issues sprints have, and leaves deleted ones', async () => {
    const scratch = await newProject('States');
    sprints.set(7, scratch.id);
    const closed = scratch.issue_statuses.find(({ slug }) => slug === 'closed')?.id;
    const issue = await add({ milestone: 7 }, alice, scratch);
    await add({ milestone: 7, status: closed }, alice, scratch);
    const states = () => here.node.call('issues.milestoneStates', { milestones: [7, 8] });
    expect(await states()).toEqual([{ milestone: 7, total: 2, open: 1 }]);
    await here.node.call('issues.milestoneRemoved', { project: scratch.id, milestone: 7 });
    expect([await states(), (await read(issue.id)).version]).toEqual([[], 1]);
  });
});

describe('the list of issues', () => {
  it('costs two operations of the store whatever its length', async () => {
    const big = await newProject('Big');
    const bulk = (lines: number) =>
      here.send('POST', '/issues/bulk_create', { project_id: big.id, bulk_issues: 'An issue\n'.repeat(lines) }, alice);
    const cost = async (query: string) =>
      (await here.costs(() => here.send('GET', `/issues?project=${big.id}&page_size=1000${query}`, undefined, alice))).operations;
    await bulk(5);
    await here.send('GET', `/issues?project=${big.id}`, undefined, alice);
    const few = [await cost('&q=issue'), await cost('&order_by=status')];
    await bulk(200);
    expect([await cost('&q=iss'), await cost('&order_by=-status')]).toEqual(few);
    expect(few).toEqual([['issues.together'], ['issues.together']]);
  });
});
