import type { Resource } from '../../../lib/resource/define';
import { allResources, allServices } from '../../support/all-services';
import type { Costs } from '../../support/costs';
import { startInstallation, type Installation, type Person } from '../../support/installation';
import { sampleBody } from '../../support/permissions/samples';

interface Allowed {
  operations: number;
  calls: number;
}

/** What reading may cost once contexts are warm, beside the call by which the gateway passes a request on. */
const budgets = { list: { operations: 2, calls: 1 }, detail: { operations: 3, calls: 1 } };

/** Routes that may cost more, and why. */
const more: Record<string, Allowed> = {
  // Each kind of element is asked of the service that owns it, side by side (docs/adr/0047).
  '/search': { operations: 5, calls: 3 },
  '/users/:id/voted': { operations: 4, calls: 2 },
  '/users/:id/watched': { operations: 6, calls: 4 },
  '/projects/:id/member_stats': { operations: 3, calls: 3 },
};

let here: Installation;
let owner: Person;
let project: { id: number; slug: string; role: number };
let resources: Resource[];
/** What `:id` stands for, by the first part of the path. */
const ids = new Map<string, number>();

interface Thing {
  id: number;
  slug: string;
}

const ask = <Body = Thing>(method: string, path: string, body?: unknown) => here.send<Body>(method, path, body, owner);

beforeAll(async () => {
  here = await startInstallation(allServices(), {}, { LARCH_MAX_MEMBERSHIPS_PRIVATE: '', LARCH_STATS: 'on' });
  owner = await here.register('owner');
  const { body } = await ask<Thing & { roles: Thing[] }>('POST', '/projects', {
    name: 'Counted',
    description: 'x',
    is_epics_activated: true,
  });
  project = { id: body.id, slug: body.slug, role: body.roles[0]?.id ?? 0 };
  ids.set('projects', project.id).set('users', owner.id).set('timeline', project.id);
  const declared = allResources();
  resources = made.flatMap((path) => declared.find((one) => one.path === path) ?? []);
  await fill(5);
}, 120_000);
afterAll(() => here.stop());

/** Stories before the tasks that are theirs. */
const made = ['epics', 'issues', 'milestones', 'userstories', 'tasks', 'wiki', 'wiki-links', 'memberships', 'points', 'roles', 'webhooks'];

/** Brings each kind of element up to so many. */
async function fill(count: number): Promise<void> {
  for (const resource of resources) {
    const { body } = await ask<Thing[]>('GET', `/${resource.path}?project=${project.id}&page_size=1000`);
    for (let there = body.length; there < count; there++) {
      const { status, body: thing } = await ask('POST', `/${resource.path}`, {
        ...sampleBody(resource, project),
        ...(resource.path === 'tasks' ? { user_story: ids.get('userstories') } : {}),
      });
      if (status === 201 && !ids.has(resource.path)) ids.set(resource.path, thing.id);
    }
  }
}

/** The GET routes whose path has no parameter but an id that is known here, as paths to ask for. */
function readablePaths(): { route: string; path: string; kind: keyof typeof budgets }[] {
  const actions = here.broker.registry.getActionList({ onlyLocal: true, withEndpoints: false });
  const routes = actions.flatMap(({ action }) => (action as { rest?: unknown } | undefined)?.rest ?? []).flat() as {
    method: string;
    path: string;
  }[];
  return routes.flatMap(({ method, path: route }) => {
    const [first = ''] = route.split('/').filter((part) => part !== '' && part !== 'api' && part !== 'v1');
    const id = ids.get(first);
    const filled = route.replace('/:id', `/${id}`);
    if (method !== 'GET' || filled.includes(':') || filled.includes('*') || (route.includes(':id') && id === undefined)) return [];
    return [{ route, path: `${filled}?project=${project.id}`, kind: /:id$/.test(route) ? 'detail' : 'list' }];
  });
}

/** As much as is allowed, unless every try costs more: what is done from time to time may happen beside one of them. */
async function costOf(path: string, { operations, calls }: Allowed): Promise<Costs> {
  const costs: Costs[] = [];
  for (let time = 0; time < 3; time++) {
    const cost = await here.costs(() => ask('GET', path));
    if (cost.operations.length <= operations && cost.calls.length <= calls) return cost;
    costs.push(cost);
  }
  return costs.reduce((least, one) => (one.operations.length < least.operations.length ? one : least));
}

describe('the cost of every route that reads', () => {
  it('is within the budget, and the same for 5 and for more rows', async () => {
    const asked: { route: string; path: string; few: Costs }[] = [];
    const over: unknown[] = [];
    for (const { route, path, kind } of readablePaths()) {
      // The first time makes contexts warm.
      if ((await ask('GET', path)).status !== 200) continue;
      const allowed = more[route] ?? budgets[kind];
      const few = await costOf(path, allowed);
      asked.push({ route, path, few });
      if (few.operations.length > allowed.operations || few.calls.length > allowed.calls) over.push({ route, ...few });
    }
    expect(asked.length).toBeGreaterThan(80);
    await fill(25);
    const grown: unknown[] = [];
    for (const { route, path, few } of asked) {
      await ask('GET', path);
      const [operations, calls] = [few.operations.length, few.calls.length];
      const many = await costOf(path, { operations, calls });
      if (many.operations.length > operations || many.calls.length > calls) grown.push({ route, few, many });
    }
    expect({ over, grown }).toEqual({ over: [], grown: [] });
  }, 170_000);
});
