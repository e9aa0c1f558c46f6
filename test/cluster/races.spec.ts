import { startTestCluster, type TestCluster, type TestGateway } from '../support/cluster';
import type { Answer } from '../support/sender';
import { rounds } from '../support/repetitions';

interface Story {
  id: number;
  ref: number;
  version: number;
  subject: string;
  status: number;
  kanban_order: number;
}

interface Told {
  data: { userstory?: { id: number } };
}

const replicas = 3;
/** Milliseconds that a race may take. */
const patience = 300_000;
let cluster: TestCluster;

beforeAll(async () => {
  // What races are about is who wins, on a machine however busy.
  cluster = await startTestCluster(replicas, { LARCH_REQUEST_TIMEOUT: '150' });
}, 240_000);
afterAll(() => cluster?.stop(), 60_000);

const times = (count: number) => Array.from({ length: count }, (_, index) => index);
const ascending = (left: number, right: number) => left - right;

/** Requests go to the gateways in turn. @throws with what the cluster printed when one fails on the server's side */
async function send<Body>(turn: number, method: string, path: string, body?: unknown): Promise<Answer<Body>> {
  const answer = await (cluster.gateways[turn % replicas] as TestGateway).send<Body>(method, path, body, cluster.admin);
  if (answer.status < 500) return answer;
  throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}\n${cluster.output()}`);
}

async function newProject(): Promise<{ id: number; us_statuses: { id: number }[] }> {
  const facts = { name: 'Races', description: 'x' };
  const { status, body } = await send<{ id: number; us_statuses: { id: number }[] }>(0, 'POST', '/projects', facts);
  expect(status).toBe(201);
  return body;
}

const newStory = async (project: number) => (await send<Story>(0, 'POST', '/userstories', { project, subject: 'Raced' })).body;

/** What a client may send for each attribute. */
const attributes = {
  subject: 'Changed',
  description: 'Changed',
  tags: [['changed', null]],
  is_blocked: true,
  client_requirement: true,
  team_requirement: true,
  external_reference: ['changed', '1'],
  due_date: '2030-01-01',
  due_date_reason: 'Changed',
};

describe.each(rounds)('on a cluster of three replicas (round %i)', () => {
  it(
    'exactly one of 50 clients wins that change one attribute from the same version',
    async () => {
      const { id } = await newStory((await newProject()).id);
      const tries = times(50).map((turn) => send<Story>(turn, 'PATCH', `/userstories/${id}`, { subject: `Try ${turn}`, version: 1 }));
      const answers = await Promise.all(tries);
      const winners = answers.filter(({ status }) => status === 200);
      expect([winners.length, answers.filter(({ status }) => status === 400).length]).toEqual([1, 49]);
      const { body } = await send<Story>(1, 'GET', `/userstories/${id}`);
      expect(body).toMatchObject({ version: 2, subject: winners[0]?.body.subject });
    },
    patience,
  );

  it(
    'changes of different attributes from the same version all land',
    async () => {
      const { id } = await newStory((await newProject()).id);
      const edits = Object.entries(attributes);
      const tries = edits.map(([name, value], turn) => send(turn, 'PATCH', `/userstories/${id}`, { [name]: value, version: 1 }));
      expect((await Promise.all(tries)).filter(({ status }) => status !== 200)).toEqual([]);
      const { body } = await send<Story>(1, 'GET', `/userstories/${id}`);
      expect(body).toMatchObject({ version: 1 + edits.length, subject: 'Changed', description: 'Changed', due_date: '2030-01-01' });
      expect(body).toMatchObject(attributes);
    },
    patience,
  );

  it(
    'refs of all kinds are one sequence without gaps or doubles',
    async () => {
      const { id: project } = await newProject();
      const paths = ['/userstories', '/tasks', '/issues', '/epics'];
      const made = await Promise.all(
        times(60).map((turn) => send<Story>(turn, 'POST', paths[turn % paths.length] ?? '', { project, subject: `Element ${turn}` })),
      );
      expect(made.filter(({ status }) => status !== 201)).toEqual([]);
      expect(made.map(({ body }) => body.ref).sort(ascending)).toEqual(times(60).map((index) => index + 1));
    },
    patience,
  );

  it(
    'cards that many people move at once all end in the column, none lost or doubled',
    async () => {
      const { id: project, us_statuses } = await newProject();
      const [from, to] = us_statuses.map(({ id }) => id);
      const lines = times(20).map((index) => `Card ${index}`);
      const body = { project_id: project, status_id: from, bulk_stories: lines.join('\n') };
      const { body: cards } = await send<Story[]>(0, 'POST', '/userstories/bulk_create', body);
      const moves = cards.map(({ id }, turn) =>
        send(turn, 'POST', '/userstories/bulk_update_kanban_order', { project_id: project, status_id: to, bulk_userstories: [id] }),
      );
      expect((await Promise.all(moves)).map(({ status }) => status)).toEqual(cards.map(() => 200));
      const { body: column } = await send<Story[]>(1, 'GET', `/userstories?project=${project}&status=${to}&order_by=kanban_order`);
      expect(column.map(({ id }) => id).sort(ascending)).toEqual(cards.map(({ id }) => id).sort(ascending));
    },
    patience,
  );

  it(
    'of cards moved at once behind one another none is lost, and none is set back by a move that did not know of it',
    async () => {
      const { id: project, us_statuses: statuses } = await newProject();
      const status = statuses[0]?.id;
      const lines = times(12).map((index) => `Card ${index}`);
      const body = { project_id: project, status_id: status, bulk_stories: lines.join('\n') };
      const { body: cards } = await send<Story[]>(0, 'POST', '/userstories/bulk_create', body);
      const [anchor, ...others] = cards.map(({ id }) => id) as [number, ...number[]];
      const move = { project_id: project, status_id: status, after_userstory_id: anchor };
      const moves = others.map((id, turn) =>
        send(turn, 'POST', '/userstories/bulk_update_kanban_order', { ...move, bulk_userstories: [id] }),
      );
      expect((await Promise.all(moves)).map((answer) => answer.status)).toEqual(others.map(() => 200));
      const { body: column } = await send<Story[]>(1, 'GET', `/userstories?project=${project}&status=${status}&order_by=kanban_order`);
      expect(column.map(({ id }) => id).sort(ascending)).toEqual([anchor, ...others].sort(ascending));
      expect(column[0]?.id).toBe(anchor);
    },
    patience,
  );

  it(
    'cards made and moved to one place at once stand in one order for every reader, and the next move beside one of them stays there',
    async () => {
      const { id: project, us_statuses: statuses } = await newProject();
      const make = (turn: number) => send<Story>(turn, 'POST', '/userstories', { project, subject: `Equal ${turn}`, backlog_order: 5 });
      const made = (await Promise.all(times(9).map(make))).map(({ body }) => body.id);
      const bulk = { project_id: project, bulk_userstories: [] as number[] };
      const [anchor, ...others] = made as [number, ...number[]];
      const column = { ...bulk, status_id: statuses[0]?.id, after_userstory_id: anchor };
      const moves = others.map((id, turn) =>
        send(turn, 'POST', '/userstories/bulk_update_kanban_order', { ...column, bulk_userstories: [id] }),
      );
      expect((await Promise.all(moves)).map(({ status }) => status)).toEqual(others.map(() => 200));

      const ofBacklog = `/userstories?project=${project}&milestone=null`;
      const read = async (turn: number, path: string) => (await send<Story[]>(turn, 'GET', path)).body.map(({ id }) => id);
      for (const path of [ofBacklog, `${ofBacklog}&order_by=backlog_order`, `${ofBacklog}&order_by=kanban_order`]) {
        const [first = [], ...further] = await Promise.all(times(replicas).map((turn) => read(turn, path)));
        expect([...first].sort(ascending)).toEqual([...made].sort(ascending));
        expect(further).toEqual([first, first]);
        const pages = await Promise.all(times(3).map((turn) => read(turn, `${path}&page_size=3&page=${turn + 1}`)));
        expect(pages.flat()).toEqual(first);
      }

      const [card, beside] = [made[0] ?? 0, made[4] ?? 0];
      for (const side of ['after', 'before'] as const) {
        const body = { ...bulk, bulk_userstories: [card], [`${side}_userstory_id`]: beside };
        expect((await send(1, 'POST', '/userstories/bulk_update_backlog_order', body)).status).toBe(200);
        for (const path of [ofBacklog, `${ofBacklog}&order_by=backlog_order`]) {
          const order = await read(2, path);
          expect(order.indexOf(card) - order.indexOf(beside)).toBe(side === 'after' ? 1 : -1);
        }
      }
    },
    patience,
  );

  it(
    'every story of a large bulk request is told by the timeline once, and counted once',
    async () => {
      const { id: project, us_statuses: statuses } = await newProject();
      const lines = times(1000).map((index) => `Story ${index}`);
      const body = { project_id: project, status_id: statuses[0]?.id, bulk_stories: lines.join('\n') };
      expect((await send<Story[]>(0, 'POST', '/userstories/bulk_create', body)).body).toHaveLength(1000);
      const told = async () => {
        const path = `/timeline/project/${project}`;
        const pages = await Promise.all([1, 2].map((page) => send<Told[]>(1, 'GET', `${path}?page_size=1000&page=${page}`)));
        return pages.flatMap(({ body: events }) => (Array.isArray(events) ? events.flatMap(({ data }) => data.userstory?.id ?? []) : []));
      };
      const total = async () => (await send<{ total_activity: number }>(2, 'GET', `/projects/${project}`)).body.total_activity;
      const until = Date.now() + patience / 2;
      while ((await total()) < 1001 && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 500));
      const stories = await told();
      expect([stories.length, new Set(stories).size, await total()]).toEqual([1000, 1000, 1001]);
    },
    patience,
  );
});
