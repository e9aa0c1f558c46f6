import { startBoard, type Board } from './support';

let board: Board;
beforeAll(async () => {
  board = await startBoard();
});
afterAll(() => board.here.stop());

describe.each(['userstory', 'task', 'epic'])('the custom values of a %s', (kind) => {
  const path = kind === 'userstory' ? 'userstories' : `${kind}s`;

  it('stay when a PATCH names only the version, and are what was sent last', async () => {
    const { id: attribute } = await board.add(`/${kind}-custom-attributes`, { name: 'Size' });
    const { id } = await board.add(`/${path}`, { subject: 'Measured' });
    const values = `/${path}/custom-attributes-values/${id}`;
    const patch = (body: object) => board.here.send('PATCH', values, body, board.alice);
    expect(await patch({ attributes_values: { [attribute]: 3 }, version: 1 })).toMatchObject({ status: 200, body: { version: 2 } });
    expect(await patch({ version: 2 })).toMatchObject({
      status: 200,
      body: { attributes_values: { [attribute]: 3 }, version: 3 },
    });
    expect(await patch({ attributes_values: {}, version: 3 })).toMatchObject({ status: 400 });
    expect(await board.read(values)).toMatchObject({ attributes_values: { [attribute]: 3 }, version: 3 });
  });

  it('go along to the attributes of the same names in another project, so that they can be edited there', async () => {
    const { id: elsewhere } = await board.add('/projects', { name: `Elsewhere of a ${kind}`, description: 'x' });
    const attribute = async (name: string, project: number) => (await board.add(`/${kind}-custom-attributes`, { name, project })).id;
    const [kept, lost] = [await attribute('Kept', board.project), await attribute('Lost', board.project)];
    const there = await attribute('Kept', elsewhere);
    const { id } = await board.add(`/${path}`, { subject: 'Moved' });
    const values = `/${path}/custom-attributes-values/${id}`;
    await board.edit(values, { attributes_values: { [kept]: 'a', [lost]: 'b' }, version: 1 });
    expect((await board.edit(`/${path}/${id}`, { project: elsewhere, version: 1 })).status).toBe(200);
    expect(await board.read(values)).toMatchObject({ attributes_values: { [there]: 'a' } });
    expect((await board.edit(values, { attributes_values: { [there]: 'c' }, version: 2 })).status).toBe(200);
  });
});
