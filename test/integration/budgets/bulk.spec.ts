import { allServices } from '../../support/all-services';
import type { Costs } from '../../support/costs';
import { startInstallation, type Installation, type Person } from '../../support/installation';

interface Thing {
  id: number;
  us_statuses: Thing[];
  roles: Thing[];
}

let here: Installation;
let owner: Person;
let project: number;
let sprint: number;
let status: number;
let epic: number;
let story: number;
let role: number;

const ask = <Body = Thing>(method: string, path: string, body?: unknown) => here.send<Body>(method, path, body, owner);

beforeAll(async () => {
  here = await startInstallation(allServices());
  owner = await here.register('owner');
  const { body } = await ask('POST', '/projects', { name: 'Counted', description: 'x', is_epics_activated: true });
  project = body.id;
  role = body.roles[0]?.id ?? 0;
  status = body.us_statuses[0]?.id ?? 0;
  const dates = { estimated_start: '2026-01-01', estimated_finish: '2026-02-01' };
  sprint = (await ask('POST', '/milestones', { project, name: 'Sprint', ...dates })).body.id;
  epic = (await ask('POST', '/epics', { project, subject: 'Epic' })).body.id;
  story = (await ask('POST', '/userstories', { project, subject: 'Story', milestone: sprint })).body.id;
}, 60_000);
afterAll(() => here?.stop());

const [few, many] = [3, 30];
const lines = (count: number) => Array.from({ length: count }, (_, index) => `Line ${index}`).join('\n');

async function made(path: string, field: string, count: number, values: object = {}): Promise<number[]> {
  const { status: code, body } = await ask<Thing[]>('POST', `/${path}/bulk_create`, {
    project_id: project,
    [field]: lines(count),
    ...values,
  });
  expect([path, code, body.length]).toEqual([path, 200, count]);
  return body.map(({ id }) => id);
}

const stories = (count: number) => made('userstories', 'bulk_stories', count);
const tasks = (count: number) => made('tasks', 'bulk_tasks', count, { milestone_id: sprint, us_id: story });
const issues = (count: number) => made('issues', 'bulk_issues', count);

let registered = 0;
const accounts = (count: number) => Promise.all(Array.from({ length: count }, () => here.register(`account${registered++}`)));

interface Bulk {
  /** Makes what the request is about, which isn't counted. @returns the body */
  of(count: number): object | Promise<object>;
}

const placed = (key: string, ids: readonly number[]) => ids.map((id, order) => ({ [key]: id, order }));

/** Requests about any number of elements, by their path. */
const requests: Record<string, Bulk> = {
  'userstories/bulk_create': { of: (count) => ({ bulk_stories: lines(count), status_id: status }) },
  'tasks/bulk_create': { of: (count) => ({ bulk_tasks: lines(count), milestone_id: sprint, us_id: story }) },
  'issues/bulk_create': { of: (count) => ({ bulk_issues: lines(count) }) },
  'epics/bulk_create': { of: (count) => ({ bulk_epics: lines(count) }) },
  'userstories/bulk_update_milestone': {
    of: async (count) => ({ milestone_id: sprint, bulk_stories: placed('us_id', await stories(count)) }),
  },
  'tasks/bulk_update_milestone': {
    of: async (count) => ({ milestone_id: sprint, bulk_tasks: placed('task_id', await tasks(count)) }),
  },
  'issues/bulk_update_milestone': {
    of: async (count) => ({ milestone_id: sprint, bulk_issues: (await issues(count)).map((issue_id) => ({ issue_id })) }),
  },
  'userstories/bulk_update_backlog_order': { of: async (count) => ({ bulk_userstories: await stories(count) }) },
  'userstories/bulk_update_sprint_order': {
    of: async (count) => ({ milestone_id: sprint, bulk_userstories: await stories(count) }),
  },
  'userstories/bulk_update_kanban_order': {
    of: async (count) => ({ status_id: status, bulk_userstories: await stories(count) }),
  },
  'tasks/bulk_update_taskboard_order': {
    of: async (count) => ({ milestone_id: sprint, us_id: story, bulk_tasks: placed('task_id', await tasks(count)) }),
  },
  'memberships/bulk_create': {
    of: async (count) => ({ bulk_memberships: (await accounts(count)).map(({ email }) => ({ role_id: role, username: email })) }),
  },
  'epics/:id/related_userstories/bulk_create': { of: (count) => ({ bulk_userstories: lines(count) }) },
};

/** The cheapest of three, as what is done from time to time may happen beside one of them. */
async function costOf(path: string, count: number): Promise<Costs> {
  const all: Costs[] = [];
  for (let turn = 0; turn < 3; turn++) {
    const body = { project_id: project, ...(await requests[path]?.of(count)) };
    await ask('GET', `/severities?project=${project}`);
    const costs = await here.costs(async () => {
      const { status: code, body: answer } = await ask('POST', `/${path.replace(':id', String(epic))}`, body);
      expect([path, code < 300, answer]).toEqual([path, true, answer]);
    });
    all.push(costs);
  }
  return all.reduce((least, one) => (one.operations.length < least.operations.length ? one : least));
}

const besideOf = ({ operations }: Costs) => operations.filter((operation) => operation.endsWith('.bulkUpdate')).length;

describe('the cost of requests about many elements', () => {
  it.each(Object.keys(requests))('of %s does not grow with the elements', async (path) => {
    const [small, large] = [await costOf(path, few), await costOf(path, many)];
    expect({ path, calls: large.calls }).toEqual({ path, calls: small.calls });
    // Outboxes are emptied a few milliseconds later, which may be while a longer request is still answered.
    expect({ path, operations: large.operations.length - besideOf(large) }).toEqual({
      path,
      operations: small.operations.length - besideOf(small),
    });
    expect(besideOf(large)).toBeLessThanOrEqual(besideOf(small) + 2);
  });
});
