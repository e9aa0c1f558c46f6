import fc from 'fast-check';
import authService from '../../../services/auth/auth.service';
import backlogService from '../../../services/backlog/backlog.service';
import issuesService from '../../../services/issues/issues.service';
import membershipsService from '../../../services/memberships/memberships.service';
import notificationsService from '../../../services/notifications/notifications.service';
import projectsService from '../../../services/projects/projects.service';
import { startInstallation, type Installation, type Person } from '../../support/installation';

// Other processes don't wait for the turns of this one: without turns moves cross as theirs do.
jest.mock('../../../lib/resource/locks', () => ({ oneAtATime: (_key: string, work: (waited: boolean) => unknown) => work(false) }));

interface Card {
  id: number;
  status: number;
  kanban_order: number;
}

interface Move {
  card: number;
  column: number;
  anchor: number;
  side: 'after' | 'before' | 'top';
}

let here: Installation;
let alice: Person;

beforeAll(async () => {
  const services = [authService, projectsService, membershipsService, notificationsService, backlogService, issuesService];
  here = await startInstallation(services, { 'history.record': () => undefined });
  alice = await here.register('alice');
}, 60_000);
afterAll(() => here.stop());

const post = <Body>(path: string, body: unknown) => here.send<Body>('POST', path, body, alice);

class Board {
  private constructor(
    readonly project: number,
    readonly columns: number[],
    readonly cards: number[],
  ) {}

  /** All cards in the first column, close together. */
  static async of(count: number): Promise<Board> {
    const made = await post<{ id: number; us_statuses: { id: number }[] }>('/projects', { name: 'Board', description: 'x' });
    const project = made.body.id;
    const columns = made.body.us_statuses.map(({ id }) => id);
    const lines = Array.from({ length: count }, (_, index) => `Card ${index}`).join('\n');
    const { body } = await post<Card[]>('/userstories/bulk_create', { project_id: project, status_id: columns[0], bulk_stories: lines });
    return new Board(
      project,
      columns,
      body.map(({ id }) => id),
    );
  }

  async read(): Promise<Map<number, Card>> {
    const { body } = await here.send<Card[]>('GET', `/userstories?project=${this.project}&page_size=1000`, undefined, alice);
    return new Map(body.map((card) => [card.id, card]));
  }

  async column(status: number): Promise<number[]> {
    const cards = [...(await this.read()).values()].filter((card) => card.status === status);
    return cards.sort((left, right) => left.kanban_order - right.kanban_order).map(({ id }) => id);
  }

  move(card: number, status: number, anchor: { after_userstory_id?: number; before_userstory_id?: number } = {}) {
    const body = { project_id: this.project, status_id: status, bulk_userstories: [card], ...anchor };
    return post<{ id: number; kanban_order: number }[]>('/userstories/bulk_update_kanban_order', body);
  }

  /** A generated move; one whose anchor is in another column by then is refused. */
  play({ card, column, anchor, side }: Move) {
    const other = this.cards[anchor % this.cards.length] ?? 0;
    const moved = this.cards[card % this.cards.length] ?? 0;
    const anchors = side === 'top' || other === moved ? {} : { [`${side}_userstory_id`]: other };
    return this.move(moved, this.columns[column % 3] ?? 0, anchors);
  }
}

const moves = fc.record({ card: fc.nat(99), column: fc.nat(2), anchor: fc.nat(99), side: fc.constantFrom('after', 'before', 'top') });

describe('moving a card', () => {
  it('down or up a long column writes hardly more than the card', async () => {
    const board = await Board.of(150);
    const [column = 0] = board.columns;
    const written: number[] = [];
    for (const { card, anchor, side } of fc.sample(moves as fc.Arbitrary<Move>, { numRuns: 40, seed: 7 })) {
      const before = await board.read();
      const { status } = await board.play({ card, anchor, side, column: 0 });
      expect(status).toBe(200);
      const after = await board.read();
      written.push([...after].filter(([id, { kanban_order }]) => before.get(id)?.kanban_order !== kanban_order).length);
    }
    const order = await board.column(column);
    expect(new Set(order).size).toBe(150);
    // Cards made at once are close together, so that the first ones of such a column make room for all that follow.
    const total = written.reduce((sum, count) => sum + count, 0);
    const few = written.filter((count) => count <= 2).length;
    expect([total < 3 * 150, few > written.length / 2]).toEqual([true, true]);
  }, 60_000);

  it('costs the same few operations in a column of any length', async () => {
    const costs = [];
    for (const size of [5, 120]) {
      const board = await Board.of(size);
      const [column = 0] = board.columns;
      const [first = 0, second = 0] = board.cards;
      await board.move(first, column, { after_userstory_id: second });
      costs.push(await here.costs(() => board.move(first, column, { before_userstory_id: second })));
    }
    const operations = ['userstories.findByIds', 'userstories.find', 'userstories.bulkUpdate'];
    expect(costs).toEqual(Array(2).fill({ operations, calls: ['history.record'] }));
  });

  it('answers with the places as they are read afterwards', async () => {
    const board = await Board.of(6);
    const [column = 0] = board.columns;
    const [first = 0, , third = 0] = board.cards;
    const { body } = await board.move(first, column, { after_userstory_id: third });
    const read = await board.read();
    expect(body.map(({ id, kanban_order }) => [id, kanban_order])).toEqual(body.map(({ id }) => [id, read.get(id)?.kanban_order]));
    expect((await board.column(column)).slice(0, 3)).toEqual([board.cards[1], third, first]);
  });

  it('beside itself stays, and takes what moves with it to its place', async () => {
    const board = await Board.of(4);
    const [first, second, third, fourth] = board.cards as [number, number, number, number];
    const path = '/userstories/bulk_update_kanban_order';
    const column = { project_id: board.project, status_id: board.columns[0] };
    const order = async () => {
      const { body } = await here.send<Card[]>('GET', `/userstories?project=${board.project}&order_by=kanban_order`, undefined, alice);
      return body.map(({ id }) => id);
    };
    for (const side of ['after_userstory_id', 'before_userstory_id']) {
      const { status, body } = await post(path, { ...column, bulk_userstories: [second], [side]: second });
      expect([status, body, await order()]).toEqual([200, [], [first, second, third, fourth]]);
    }
    await post(path, { ...column, bulk_userstories: [fourth, third, first], after_userstory_id: third });
    expect(await order()).toEqual([second, third, fourth, first]);
  });

  it('at the same time as others loses none, doubles none, and leaves each where one of its moves put it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(moves as fc.Arbitrary<Move>, { minLength: 2, maxLength: 8 }), async (played) => {
        const board = await Board.of(8);
        const answers = await Promise.all(played.map((move) => board.play(move)));
        const cards = await board.read();
        expect([...cards.keys()].sort()).toEqual([...board.cards].sort());
        const targets = new Map(board.cards.map((id) => [id, [] as number[]]));
        played.forEach(({ card, column }, index) => {
          const status = answers[index]?.status;
          expect([200, 400]).toContain(status);
          if (status === 200) targets.get(board.cards[card % 8] ?? 0)?.push(board.columns[column % 3] ?? 0);
        });
        for (const [id, { status }] of cards) {
          const wanted = targets.get(id) ?? [];
          expect(wanted.length === 0 ? [board.columns[0]] : wanted).toContain(status);
        }
      }),
      { numRuns: 25 },
    );
  }, 120_000);

  it('behind the same anchor as others puts all of them there, each at a place of its own', async () => {
    const board = await Board.of(12);
    const [column = 0] = board.columns;
    const [anchor = 0, next = 0, ...others] = board.cards;
    const answers = await Promise.all(others.map((card) => board.move(card, column, { after_userstory_id: anchor })));
    expect(answers.map(({ status }) => status)).toEqual(others.map(() => 200));
    const order = await board.column(column);
    expect([order[0], new Set(order).size, order.includes(next)]).toEqual([anchor, 12, true]);
  });
});
