import type { Resource } from '../../../lib/resource/define';
import { allResources, allServices } from '../../support/all-services';
import { startInstallation, type Installation } from '../../support/installation';
import { expected, nounOf, type Verb } from '../../support/permissions/expectations';
import { makeWorld, projectKinds, userKinds, type ProjectKind, type UserKind, type World } from '../../support/permissions/people';
import { sampleBody, sampleEdit } from '../../support/permissions/samples';

interface Thing {
  id: number;
  version?: number;
}

let here: Installation;
let world: World;
let resources: Resource[];
let routes: Set<string>;

beforeAll(async () => {
  here = await startInstallation(allServices());
  world = await makeWorld(here);
  const actions = here.broker.registry.getActionList({ onlyLocal: true, withEndpoints: false });
  const served = actions.flatMap(({ action }) => (action as { rest?: unknown } | undefined)?.rest ?? []).flat() as {
    method: string;
    path: string;
  }[];
  routes = new Set(served.map(({ method, path }) => `${method} ${path}`));
  // What is made by uploading, or by the server alone, has no creation by JSON to begin with.
  resources = allResources().filter((one) => one.parent === 'project' && /^[a-z-]+$/.test(one.path) && routes.has(`POST /${one.path}`));
}, 120_000);
afterAll(() => here.stop());

const ask = <Body = Thing>(user: UserKind, method: string, path: string, body?: unknown) =>
  here.send<Body>(method, path, body, world.people[user]);

async function make(resource: Resource, project: ProjectKind): Promise<Thing> {
  const { status, body } = await ask('superuser', 'POST', `/${resource.path}`, sampleBody(resource, world.projects[project]));
  if (status !== 201) throw new Error(`${resource.path} can't be made: ${status} ${JSON.stringify(body)}`);
  return body;
}

async function current(resource: Resource, { id }: Thing): Promise<Thing> {
  return (await ask('superuser', 'GET', `/${resource.path}/${id}`)).body;
}

/** How each verb is asked for, by the route that serves it. */
const requests: Record<
  Verb,
  { route: string; send(resource: Resource, project: ProjectKind, user: UserKind, thing: Thing): Promise<unknown> }
> = {
  list: {
    route: 'GET /:path',
    async send({ path }, project, user, { id }) {
      const { status, body } = await ask<Thing[]>(user, 'GET', `/${path}?project=${world.projects[project].id}&page_size=1000`);
      if (status !== 200) return status;
      return body.length === 0 ? 'none' : body.some((one) => one.id === id) && 'all';
    },
  },
  retrieve: { route: 'GET /:path/:id', send: async ({ path }, _, user, { id }) => (await ask(user, 'GET', `/${path}/${id}`)).status },
  create: {
    route: 'POST /:path',
    send: async (resource, project, user) =>
      (await ask(user, 'POST', `/${resource.path}`, sampleBody(resource, world.projects[project]))).status,
  },
  edit: {
    route: 'PATCH /:path/:id',
    async send(resource, project, user, thing) {
      const { version } = await current(resource, thing);
      const body = { ...sampleEdit(resource, world.projects[project]), version };
      return (await ask(user, 'PATCH', `/${resource.path}/${thing.id}`, body)).status;
    },
  },
  comment: {
    route: 'PATCH /:path/:id',
    async send(resource, _, user, thing) {
      const { version } = await current(resource, thing);
      return (await ask(user, 'PATCH', `/${resource.path}/${thing.id}`, { comment: 'Seen', version })).status;
    },
  },
  destroy: {
    route: 'DELETE /:path/:id',
    async send(resource, project, user, heir) {
      const { id } = await make(resource, project);
      const { status } = await ask(user, 'DELETE', `/${resource.path}/${id}?moveTo=${heir.id}`);
      // What stays would make the next lists longer and longer.
      if (status !== 204) await ask('superuser', 'DELETE', `/${resource.path}/${id}?moveTo=${heir.id}`);
      return status;
    },
  },
  order: {
    route: 'POST /:path/bulk_update_order',
    async send({ path }, project, user, { id }) {
      const body = { project: world.projects[project].id, [`bulk_${path.replaceAll('-', '_')}`]: [[id, 7]] };
      return (await ask(user, 'POST', `/${path}/bulk_update_order`, body)).status;
    },
  },
  watch: {
    route: 'POST /:path/:id/watch',
    send: async ({ path }, _, user, { id }) => (await ask(user, 'POST', `/${path}/${id}/watch`)).status,
  },
  upvote: {
    route: 'POST /:path/:id/upvote',
    send: async ({ path }, _, user, { id }) => (await ask(user, 'POST', `/${path}/${id}/upvote`)).status,
  },
  watchers: {
    route: 'GET /:path/:id/watchers',
    send: async ({ path }, _, user, { id }) => (await ask(user, 'GET', `/${path}/${id}/watchers`)).status,
  },
  voters: {
    route: 'GET /:path/:id/voters',
    send: async ({ path }, _, user, { id }) => (await ask(user, 'GET', `/${path}/${id}/voters`)).status,
  },
};

/** The verbs that a resource serves. Orders of elements have bodies of their own, which their services' tests know. */
function verbsOf(resource: Resource): Verb[] {
  const comments = resource.history !== undefined && nounOf(resource) !== null && nounOf(resource) !== 'milestone';
  return (Object.keys(requests) as Verb[]).filter((verb) => {
    if (verb === 'comment' && !comments) return false;
    if (verb === 'order' && nounOf(resource) !== null) return false;
    return routes.has(requests[verb].route.replace(':path', resource.path));
  });
}

type Table = Record<string, unknown>;

async function table(cell: (verb: Verb, user: UserKind) => unknown, verbs: readonly Verb[]): Promise<Table> {
  const rows: Table = {};
  for (const verb of verbs) {
    const cells: Table = {};
    for (const user of userKinds) cells[user] = await cell(verb, user);
    rows[verb] = cells;
  }
  return rows;
}

describe('everything in a project', () => {
  it('is a kind of settings, of people, of elements or of webhooks', () => {
    expect(resources.length).toBeGreaterThanOrEqual(25);
    const paths = resources.map(({ path }) => path);
    expect(paths).toEqual(expect.arrayContaining(['userstories', 'issues', 'wiki', 'roles', 'memberships', 'points', 'milestones']));
  });

  it.each(projectKinds)(
    'is seen and changed in a %s project by those whom the rules allow it',
    async (project) => {
      const actual: Table = {};
      const wanted: Table = {};
      for (const resource of resources) {
        const thing = await make(resource, project);
        const verbs = verbsOf(resource);
        actual[resource.path] = await table((verb, user) => requests[verb].send(resource, project, user, thing), verbs);
        wanted[resource.path] = await table((verb, user) => expected(resource, verb, user, project), verbs);
      }
      expect(actual).toEqual(wanted);
    },
    120_000,
  );

  it('that does not exist is told apart as the rules say', async () => {
    const asked = {
      retrieve: ['GET', ''],
      edit: ['PATCH', ''],
      destroy: ['DELETE', ''],
      watch: ['POST', '/watch'],
      voters: ['GET', '/voters'],
    } as const;
    const statuses: Record<keyof typeof asked, [anonymous: number, worker: number, superuser: number]> = {
      retrieve: [404, 404, 404],
      edit: [401, 403, 404],
      destroy: [401, 403, 404],
      watch: [401, 404, 404],
      voters: [401, 404, 404],
    };
    for (const resource of resources) {
      const verbs = (Object.keys(asked) as (keyof typeof asked)[]).filter((verb) => verbsOf(resource).includes(verb));
      for (const verb of verbs) {
        const [method, suffix] = asked[verb];
        const send = async (user: UserKind) =>
          (await ask(user, method, `/${resource.path}/999999${suffix}`, method === 'GET' ? undefined : {})).status;
        const found = [await send('anonymous'), await send('worker'), await send('superuser')];
        expect([resource.path, verb, found]).toEqual([resource.path, verb, statuses[verb]]);
      }
    }
  }, 120_000);

  it.each([
    ['blocked', { blocked_code: 'blocked-by-staff' }, { blocked_code: null }, 451],
    ['archived', { archived_code: 'archived-by-staff' }, { archived_code: null }, 403],
  ])(
    'can be read and not changed while the project is %s',
    async (_, closed, open, status) => {
      const { id } = world.projects.public;
      const set = async (values: Record<string, string | null>) => {
        await here.node.store.collection('projects').updateOne({ id }, { set: values });
        await here.node.invalidate({ projects: [id] });
      };
      for (const resource of resources) {
        const [thing, heir] = [await make(resource, 'public'), await make(resource, 'public')];
        const verbs = verbsOf(resource).filter((verb) => verb !== 'destroy');
        await set(closed);
        const statuses = Object.fromEntries(
          await Promise.all(
            verbs.map(async (verb) => [verb, await requests[verb].send(resource, 'public', 'administrator', thing)] as const),
          ),
        );
        statuses.destroy = (await ask('administrator', 'DELETE', `/${resource.path}/${thing.id}?moveTo=${heir.id}`)).status;
        await set(open);
        const reading: Table = { list: 'all', retrieve: 200, watchers: 200, voters: 200 };
        const wanted = Object.fromEntries([...verbs, 'destroy'].map((verb) => [verb, reading[verb] ?? status]));
        expect([resource.path, statuses]).toEqual([resource.path, wanted]);
      }
    },
    120_000,
  );
});
