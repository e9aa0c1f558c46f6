import type { Resource } from '../../../lib/resource/define';
import { allResources, allServices } from '../../support/all-services';
import type { Costs } from '../../support/costs';
import { startInstallation, type Installation, type Person } from '../../support/installation';
import { sampleBody, sampleEdit } from '../../support/permissions/samples';

/** What requests may cost once contexts are warm; calls are those beside the one by which the gateway passes a request on. */
const budgets = {
  list: { operations: 2, calls: 1 },
  detail: { operations: 3, calls: 1 },
  // The number and the ref, the element with its change entry, the entry in the history.
  create: { operations: 4, calls: 2 },
  change: { operations: 4, calls: 2 },
  remove: { operations: 4, calls: 2 },
};

/**
 * Operations that a removal takes beside its own, as others named what is gone (docs/adr/0047): tasks their story, stories
 * and issues their sprint, stories the points of each role, which is an operation for each role.
 */
const named: Record<string, number> = {
  ...{ epics: 1, issues: 1, tasks: 1, milestones: 3, userstories: 3 },
  ...{ 'userstory-statuses': 5, roles: 7, points: 3 },
};

/** Of adding somebody who has an account, more of which is read at once than a membership (docs/adr/0047). */
const joining = { operations: 11, calls: 4 };

const elements = ['epics', 'issues', 'milestones', 'tasks', 'userstories', 'wiki'];
const measured = [...elements, 'memberships', 'points', 'roles', 'userstory-statuses'];

interface Thing {
  id: number;
  version?: number;
}

let here: Installation;
let owner: Person;
let project: { id: number; role: number };
let resources: Resource[];

const few = 5;
/** Where hundreds are usual; a project has at most 30 pending invitations. */
const manyOf = ({ path }: Resource) => (['userstories', 'tasks', 'issues'].includes(path) ? 500 : 25);

beforeAll(async () => {
  here = await startInstallation(allServices(), {}, { LARCH_MAX_MEMBERSHIPS_PRIVATE: '' });
  owner = await here.register('owner');
  const { body } = await ask<{ id: number; roles: Thing[] }>('POST', '/projects', {
    name: 'Counted',
    description: 'x',
    is_epics_activated: true,
  });
  project = { id: body.id, role: body.roles[0]?.id ?? 0 };
  resources = allResources().filter(({ path }) => measured.includes(path));
}, 60_000);
afterAll(() => here.stop());

const ask = <Body = Thing>(method: string, path: string, body?: unknown) => here.send<Body>(method, path, body, owner);

async function make(resource: Resource): Promise<Thing> {
  const { status, body } = await ask('POST', `/${resource.path}`, sampleBody(resource, project));
  expect([resource.path, status, body]).toEqual([resource.path, 201, body]);
  return body;
}

async function fill(resource: Resource, count: number): Promise<void> {
  const { body } = await ask<Thing[]>('GET', `/${resource.path}?project=${project.id}&page_size=1000`);
  for (let left = count - body.length; left > 0; left -= 25)
    await Promise.all(Array.from({ length: Math.min(left, 25) }, () => make(resource)));
}

async function edit(resource: Resource, { id }: Thing): Promise<void> {
  const { body } = await ask('GET', `/${resource.path}/${id}`);
  const values = { ...sampleEdit(resource, project), version: body.version };
  expect([resource.path, (await ask('PATCH', `/${resource.path}/${id}`, values)).status]).toEqual([resource.path, 200]);
}

function excess(kind: keyof typeof budgets, path: string, { operations, calls }: Costs): unknown[] {
  const allowed = budgets[kind];
  return operations.length > allowed.operations || calls.length > allowed.calls ? [{ kind, path, operations, calls }] : [];
}

/** What is done from time to time may happen beside one of them. */
async function cheapest(requests: readonly (() => Promise<Costs>)[]): Promise<Costs> {
  const all: Costs[] = [];
  for (const request of requests) all.push(await request());
  return all.reduce((least, one) => (one.operations.length < least.operations.length ? one : least));
}

/** Other requests make the project's context warm again. */
const warm =
  <Result>(work: () => Promise<Result>) =>
  async () => {
    await ask('GET', `/severities?project=${project.id}`);
    return work();
  };

/** The cost of reading after a change of what is read, so that no kept answer is counted as a cheap one. */
function costOfReading(resource: Resource, thing: Thing, path: string): Promise<Costs> {
  const read = async () => {
    await edit(resource, thing);
    // Other requests to the project make its context warm again.
    await ask('GET', `/severities?project=${project.id}`);
    await ask('GET', `/${resource.path}/${thing.id}`);
    return here.costs(() => ask('GET', path));
  };
  return cheapest([read, read, read]);
}

describe('the cost of requests', () => {
  it('of reading is the same for 5 and for 500 rows, and within the budget', async () => {
    const over: unknown[] = [];
    for (const resource of resources) {
      const thing = await make(resource);
      const path = `/${resource.path}?project=${project.id}&page_size=1000`;
      await fill(resource, few);
      const small = await costOfReading(resource, thing, path);
      await fill(resource, manyOf(resource));
      const large = await costOfReading(resource, thing, path);
      expect([resource.path, large]).toEqual([resource.path, small]);
      over.push(...excess('list', resource.path, large));
      over.push(...excess('detail', resource.path, await costOfReading(resource, thing, `/${resource.path}/${thing.id}`)));
    }
    expect(over).toEqual([]);
  }, 170_000);

  it('of reading accounts and projects is within the budget', async () => {
    const paths = { detail: ['users/me', `projects/${project.id}`], list: ['projects', `users?project=${project.id}`] } as const;
    const over: unknown[] = [];
    for (const [kind, each] of Object.entries(paths) as ['detail' | 'list', readonly string[]][]) {
      for (const path of each) {
        await ask('GET', `/${path}`);
        const read = () => here.costs(() => ask('GET', `/${path}`));
        over.push(...excess(kind, path, await cheapest([read, read, read])));
      }
    }
    expect(over).toEqual([]);
  });

  it('of writing is within the budget', async () => {
    const over: unknown[] = [];
    for (const resource of resources) {
      const things = [await make(resource), await make(resource), await make(resource)];
      await Promise.all(things.map(({ id }) => ask('GET', `/${resource.path}/${id}`)));
      const creations = things.map(() => {
        const body = sampleBody(resource, project);
        return warm(() => here.costs(() => ask('POST', `/${resource.path}`, body)));
      });
      const changes = things.map(({ id, version }) => {
        const body = { ...sampleEdit(resource, project), version };
        return warm(() => here.costs(() => ask('PATCH', `/${resource.path}/${id}`, body)));
      });
      over.push(...excess('create', resource.path, await cheapest(creations)));
      over.push(...excess('change', resource.path, await cheapest(changes)));
    }
    expect(over).toEqual([]);
  }, 60_000);

  it('of adding somebody who has an account is as decided', async () => {
    const accounts = await Promise.all([1, 2, 3].map((index) => here.register(`joining${index}`)));
    await Promise.all(accounts.map((account) => here.send('GET', '/users/me', undefined, account)));
    const joins = accounts.map(({ email }) =>
      warm(() => here.costs(() => ask('POST', '/memberships', { project: project.id, role: project.role, username: email }))),
    );
    const { operations, calls } = await cheapest(joins);
    expect({ operations: operations.length, calls: calls.length }).toEqual(joining);
    const { body } = await ask<{ user: number | null }[]>('GET', `/memberships?project=${project.id}&page_size=1000`);
    expect(body.map(({ user }) => user)).toEqual(expect.arrayContaining(accounts.map(({ id }) => id)));
  });

  it('of deleting is that of a change, and one for each place where what is gone was named', async () => {
    const over: unknown[] = [];
    const { body: roles } = await ask<Thing[]>('GET', `/roles?project=${project.id}&page_size=1000`);
    for (const resource of resources) {
      const { body } = await ask<Thing[]>('GET', `/${resource.path}?project=${project.id}&page_size=1000`);
      const [heir, ...things] = body.slice(-4).reverse();
      const removals = things.map(({ id }) => async () => {
        await ask('GET', `/${resource.path}/${id}`);
        return here.costs(() => ask('DELETE', `/${resource.path}/${id}?moveTo=${heir?.id}`));
      });
      const { operations, calls } = await cheapest(removals);
      const allowed = budgets.remove.operations + (named[resource.path] ?? 0) + (resource.path === 'points' ? roles.length : 0);
      if (operations.length > allowed || calls.length > budgets.remove.calls) over.push({ path: resource.path, operations, calls });
    }
    expect(over).toEqual([]);
  }, 60_000);

  it('of what follows a changed setting or member is the reading of that part alone', async () => {
    const read: Record<string, string[]> = {};
    for (const resource of resources.filter(({ path }) => !elements.includes(path))) {
      const { body } = await ask<Thing[]>('GET', `/${resource.path}?project=${project.id}&page_size=1000`);
      const thing = body.at(-1) ?? (await make(resource));
      const next = async () => {
        await edit(resource, thing);
        return here.costs(() => ask('POST', '/userstories', { project: project.id, subject: 'Next' }));
      };
      const { operations } = await cheapest([next, next, next]);
      const story = ['counters.take', 'counters.take', 'userstories.insert', 'history_entries.insert'];
      for (const expected of story) operations.splice(operations.indexOf(expected), 1);
      read[resource.path] = operations;
    }
    // Those who change people read them again for their own answer.
    expect(read).toEqual({ memberships: [], roles: [], points: ['points.find'], 'userstory-statuses': ['us_statuses.find'] });
  }, 60_000);
});
