import { startBoard, type Board } from './support';

let board: Board;

beforeAll(async () => {
  board = await startBoard();
}, 60_000);
afterAll(() => board.here.stop());

const send = (method: string, path: string, body?: object) => board.here.send<{ id: number }>(method, path, body, board.alice);
const pointsOf = async (story: { id: number }) => (await board.read(`/userstories/${story.id}`)).points as Record<string, number>;

describe('the estimations of a story', () => {
  it('follow a role that is changed, not one that is made, and keep what was estimated', async () => {
    const estimated = { [String(board.roles.back)]: board.points['5'] };
    const story = await board.add('/userstories', { subject: 'Estimated', points: estimated });
    const before = await pointsOf(story);
    const { body: role } = await send('POST', '/roles', { project: board.project, name: 'Writers', computable: true });
    expect(await pointsOf(story)).toEqual(before);
    await send('PATCH', `/roles/${role.id}`, { name: 'Authors' });
    expect(await pointsOf(story)).toEqual({ ...before, [role.id]: board.points['?'] });
  });

  it('are lost with a role that becomes not computable, and begin anew when it is again', async () => {
    const role = board.roles.front ?? 0;
    const story = await board.add('/userstories', { subject: 'Lost', points: { [String(role)]: board.points['5'] } });
    const { [String(role)]: lost, ...others } = await pointsOf(story);
    await send('PATCH', `/roles/${role}`, { computable: false });
    expect([lost, await pointsOf(story)]).toEqual([board.points['5'], others]);
    await send('PATCH', `/roles/${role}`, { computable: true });
    expect(await pointsOf(story)).toEqual({ ...others, [role]: board.points['?'] });
  });

  it('go with a role, and what a new one lacks comes with a member who leaves', async () => {
    const story = await board.add('/userstories', { subject: 'Gone', points: {} });
    const { [String(board.roles.ux)]: gone, ...others } = await pointsOf(story);
    expect((await send('DELETE', `/roles/${board.roles.ux}?moveTo=${board.roles.back}`)).status).toBe(204);
    expect([typeof gone, await pointsOf(story)]).toEqual(['number', others]);
    const { body: role } = await send('POST', '/roles', { project: board.project, name: 'Late', computable: true });
    const values = { project: board.project, role: role.id, username: 'guest@example.com' };
    const { body: guest } = await send('POST', '/memberships', values);
    expect((await send('DELETE', `/memberships/${guest.id}`)).status).toBe(204);
    expect(await pointsOf(story)).toEqual({ ...others, [role.id]: board.points['?'] });
  });

  it('keep what is estimated while a role changes', async () => {
    const stories = await Promise.all(Array.from({ length: 8 }, (_, index) => board.add('/userstories', { subject: `At once ${index}` })));
    const { body: role } = await send('POST', '/roles', { project: board.project, name: 'Testers', computable: true });
    const estimated = { [String(board.roles.back)]: board.points['8'], [String(role.id)]: board.points['3'] };
    const edits = stories.map(({ id, version }) => board.edit(`/userstories/${id}`, { points: estimated, version }));
    const [, ...answers] = await Promise.all([send('PATCH', `/roles/${role.id}`, { order: 3 }), ...edits]);
    expect(answers.map(({ status }) => status)).toEqual(stories.map(() => 200));
    for (const story of stories) expect(await pointsOf(story)).toMatchObject(estimated);
  });
});

describe('what a project tells of its roles', () => {
  it('counts those who have each, invited ones too, after every change of a member', async () => {
    const count = async (role: number | undefined) => (await board.read(`/roles/${role}`)).members_count;
    const { back, design } = board.roles;
    const [before, other] = [Number(await count(back)), Number(await count(design))];
    const values = { project: board.project, role: back, username: 'counted@example.com' };
    const { body: guest } = await send('POST', '/memberships', values);
    expect([await count(back), await count(design)]).toEqual([before + 1, other]);
    await send('PATCH', `/memberships/${guest.id}`, { role: design });
    expect([await count(back), await count(design)]).toEqual([before, other + 1]);
    await send('DELETE', `/memberships/${guest.id}`);
    expect([await count(back), await count(design)]).toEqual([before, other]);
  });
});
