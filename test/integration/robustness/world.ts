import { registeredRoutes, type ApiRoute } from '../../../services/api/routes';
import { allResources, allServices } from '../../support/all-services';
import { startInstallation, type Installation, type Person } from '../../support/installation';
import { sampleBody } from '../../support/permissions/samples';

export const userKinds = ['anonymous', 'stranger', 'owner', 'superuser'] as const;
export type UserKind = (typeof userKinds)[number];

/** A project with one of everything, and one of a stranger's. */
export interface Ground {
  project: number;
  /** Ids by the path of the resource. */
  ids: Record<string, number>;
  /** Ids by what the fields of others call them. */
  links: Record<string, number>;
}

/** In every text of the foreign project. */
export const foreignMark = 'secret';

export interface World {
  here: Installation;
  people: Record<UserKind, Person | undefined>;
  /** The owner's. */
  own: Ground;
  /** Seen by the stranger alone. */
  foreign: Ground;
  routes: ApiRoute[];
}

/** The whole API with one of everything in two projects that know nothing of one another. */
export async function makeWorld(): Promise<World> {
  const here = await startInstallation(allServices(), {}, { LARCH_FEEDBACK: 'on', LARCH_THROTTLE_IMPORT_DUMP_MODE: 'none' });
  const [owner, stranger, superuser] = await Promise.all(['owner', 'stranger', 'super'].map((name) => here.register(name)));
  await here.node.store.collection('users').updateOne({ id: superuser?.id ?? 0 }, { set: { is_superuser: true } });
  await here.node.invalidate({ users: [superuser?.id ?? 0] });
  const people = { anonymous: undefined, owner, stranger, superuser };
  const routes = [...registeredRoutes(here.broker).values()].flat();
  return { here, people, own: await makeGround(here, owner, 'own'), foreign: await makeGround(here, stranger, foreignMark), routes };
}

async function makeGround(here: Installation, owner: Person | undefined, mark: string): Promise<Ground> {
  const make = async (path: string, body: object): Promise<number | null> => {
    const { status, body: made } = await here.send<{ id: number }>('POST', `/${path}`, body, owner);
    return status === 201 ? made.id : null;
  };
  const project = (await make('projects', { name: `${mark}-project`, description: `${mark}-text`, is_private: true })) ?? 0;
  const role = (await make('roles', { project, name: `${mark}-role`, permissions: [] })) ?? 0;
  // The secrets of inbound hooks are made when they are first asked for.
  await here.send('GET', `/projects/${project}/modules`, undefined, owner);
  const ids: Record<string, number> = { projects: project, users: owner?.id ?? 0 };
  for (const resource of allResources()) {
    const id = resource.parent === 'project' ? await make(resource.path, marked(sampleBody(resource, { id: project, role }), mark)) : null;
    if (id !== null) ids[resource.path] = id;
  }
  const links = { projects: project, roles: role, ...byCollection(ids) };
  return { project, ids, links };
}

const marked = (body: object, mark: string): object =>
  Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, typeof value === 'string' ? value.replace(/^sample(?=-\d+$)/, mark) : value]),
  );

function byCollection(ids: Record<string, number>): Record<string, number> {
  const found = allResources().filter(({ path, parent }) => parent === 'project' && path in ids);
  return Object.fromEntries(found.map(({ collection, path }) => [collection, ids[path] ?? 0]));
}
