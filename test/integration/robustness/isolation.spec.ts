import type { ApiRoute } from '../../../services/api/routes';
import { allResources } from '../../support/all-services';
import { sensibleBody } from './hostile';
import { declaredIn, inOrder, pathIn, RawClient, resourceOf } from './requests';
import { foreignMark, makeWorld, type Ground, type World } from './world';

let world: World;
let client: RawClient;

beforeAll(async () => {
  world = await makeWorld();
  client = new RawClient(world.here);
}, 60_000);
afterAll(async () => {
  await client.close();
  await world.here.stop();
});

/** Everything that is stored of the stranger's project, and the stranger. */
async function stored({ project, ids }: Ground): Promise<Record<string, unknown>> {
  const { store } = world.here.node;
  const collections = new Set(
    allResources()
      .filter(({ parent }) => parent === 'project')
      .map(({ collection }) => collection),
  );
  const entries = [...collections].map(async (name) => [name, await store.collection(name).find({ filter: { project } })] as const);
  const contents = Object.fromEntries(await Promise.all(entries));
  return {
    ...contents,
    project: await store.collection('projects').findById(project),
    user: await store.collection('users').findById(ids.users ?? 0),
  };
}

/** Bodies that name what is the stranger's: all of it at once, and field by field. */
function bodiesFor(route: ApiRoute): Record<string, unknown>[] {
  const { fields = {} } = resourceOf(route) ?? {};
  const { own, foreign } = world;
  const whole = sensibleBody(foreign, declaredIn(route));
  const links = Object.entries(fields).filter(([, field]) => field.link !== undefined && !field.readOnly);
  const single = links.map(([name, field]) => {
    const id = foreign.links[field.link ?? ''] ?? foreign.project;
    return { ...sensibleBody(own, declaredIn(route)), subject: 'x', name: 'x', title: 'x', [name]: field.type === 'links' ? [id] : id };
  });
  return [
    whole,
    { ...whole, project: own.project, project_id: own.project },
    { ...sensibleBody(own, []), bulk_userstories: whole.bulk_userstories },
    ...single,
  ];
}

describe('another project', () => {
  it('is neither shown nor changed, whatever a request names', async () => {
    const { own, foreign, here, people } = world;
    expect(Object.keys(foreign.ids).length).toBeGreaterThan(25);
    const seen = await client.send({ method: 'GET', path: `/api/v1/projects/${foreign.project}`, as: people.stranger });
    expect(seen.text).toContain(`${foreignMark}-`);
    const before = await stored(foreign);
    const leaks: string[] = [];
    for (const route of inOrder(world.routes)) {
      for (const body of route.method === 'GET' ? [null] : bodiesFor(route)) {
        for (const [as, ground] of [
          [people.owner, foreign],
          [people.owner, own],
          [undefined, foreign],
        ] as const) {
          if (route.method === 'DELETE' && ground === own) continue;
          const query = `?project=${foreign.project}&object_id=${foreign.ids.userstories}&ref=1&text=${foreignMark}&moveTo=${foreign.ids.roles}&user=${foreign.ids.users}`;
          const sent = {
            method: route.method,
            path: pathIn(route, ground) + query,
            as,
            body: body === null ? undefined : JSON.stringify(body),
          };
          const { status, text } = await client.send(sent);
          if (text.includes(`${foreignMark}-`))
            leaks.push(`${route.method} ${sent.path} ${sent.body?.slice(0, 300)}: ${status} ${text.slice(0, 300)}`);
        }
      }
    }
    expect(leaks).toEqual([]);
    expect(here.errors).toEqual([]);
    expect(await stored(foreign)).toEqual(before);
  }, 300_000);

  it('gives no id that an own document keeps', async () => {
    const { own, foreign, here } = world;
    const kept: string[] = [];
    for (const resource of allResources().filter(({ parent }) => parent === 'project')) {
      const documents = await here.node.store.collection<{ id: number }>(resource.collection).find({ filter: { project: own.project } });
      for (const [name, field] of Object.entries(resource.fields)) {
        const id = foreign.links[field.link ?? ''];
        const held = documents.filter((document) => [(document as Record<string, unknown>)[name]].flat().includes(id));
        if (id !== undefined && held.length > 0) kept.push(`${resource.path}.${name}`);
      }
    }
    expect(kept).toEqual([]);
  });
});
