import { allServices } from '../../support/all-services';
import { startInstallation, type Installation, type Person } from '../../support/installation';

let here: Installation;
let alice: Person;
let bob: Person;

beforeAll(async () => {
  here = await startInstallation(allServices());
  [alice, bob] = [await here.register('alice'), await here.register('bob')];
}, 60_000);
afterAll(() => here?.stop());

describe('the history of an element whose first entry is still on its way', () => {
  it('is empty for those who may see the element, and refused to others', async () => {
    const add = async (path: string, body: object) => (await here.send<{ id: number }>('POST', path, body, alice)).body.id;
    const project = await add('/projects', { name: 'Harbour', description: 'x', is_private: true });
    const story = await add('/userstories', { project, subject: 'Moor' });
    const page = await add('/wiki', { project, slug: 'tides', content: 'High' });
    await here.node.store.collection('history_entries').remove({ kind: { in: ['userstory', 'wikipage'] } });
    for (const path of [`/history/userstory/${story}`, `/history/wiki/${page}`]) {
      expect(await here.send('GET', path, undefined, alice)).toMatchObject({ status: 200, body: [] });
      expect((await here.send('GET', path, undefined, bob)).status).toBe(403);
    }
    expect((await here.send('GET', `/history/userstory/${story + 1}`, undefined, alice)).status).toBe(404);
    expect((await here.send('GET', `/history/task/${story}`, undefined, alice)).status).toBe(404);
  });
});
