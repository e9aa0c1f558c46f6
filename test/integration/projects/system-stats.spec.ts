import { allServices } from '../../support/all-services';
import { startInstallation, type Installation, type Person } from '../../support/installation';

interface SystemStats {
  users: { total: number; today: number; counts_last_year_per_week: Record<string, number> };
  projects: Record<string, number>;
  userstories: { total: number; today: number; average_last_seven_days: number };
}

let here: Installation;
let alice: Person;

beforeAll(async () => {
  here = await startInstallation(allServices(), {}, { LARCH_STATS: 'on' });
  alice = await here.register('alice');
}, 60_000);
afterAll(() => here.stop());
afterEach(() => jest.restoreAllMocks());

const system = async () => (await here.send<SystemStats>('GET', '/stats/system')).body;
const newProject = async (name: string, values: object = {}) =>
  (await here.send<{ id: number }>('POST', '/projects', { name, description: 'd', ...values }, alice)).body.id;

describe('the numbers of the installation', () => {
  it('are kept for an hour at most, and right afterwards', async () => {
    const project = await newProject('First', { is_backlog_activated: true, is_kanban_activated: false });
    const before = await system();
    expect(before).toMatchObject({ projects: { total: 1, total_with_backlog: 1, percent_with_backlog: 100 }, userstories: { total: 0 } });
    const story = { project, subject: 'One' };
    expect((await here.send('POST', '/userstories', story, alice)).status).toBe(201);
    const now = Date.now();
    jest.spyOn(Date, 'now').mockReturnValue(now + 3_599_000);
    const operations = await here.operations(system);
    expect([operations, await system()]).toEqual([0, before]);
    jest.spyOn(Date, 'now').mockReturnValue(now + 3_700_000);
    expect((await system()).userstories).toMatchObject({ total: 1, today: 1, average_last_seven_days: 0 });
  });

  it('are told to anybody without login, and only when they are switched on', async () => {
    expect((await here.send('GET', '/stats/system')).status).toBe(200);
    const off = await startInstallation(allServices());
    expect((await off.send('GET', '/stats/system')).status).toBe(404);
    await off.stop();
  }, 60_000);

  it('of projects that anybody may discover follow at once', async () => {
    const total = async () => (await here.send<{ projects: { total: number } }>('GET', '/stats/discover')).body.projects.total;
    const before = await total();
    await newProject('Open', { is_private: false });
    await newProject('Closed', { is_private: true });
    expect(await total()).toBe(before + 1);
  });
});
