import fc from 'fast-check';
import { inTheirOrder, PlaceClock, renumbered, reordered, setOrdersOf, type Placed } from '../../../../../lib/resource/traits/places';

const last = 1_000_000;
const spaced = [
  { id: 1, place: 10 },
  { id: 2, place: 20 },
  { id: 3, place: 30 },
];
const dense = [
  { id: 1, place: 5 },
  { id: 2, place: 6 },
  { id: 3, place: 7 },
  { id: 4, place: 900 },
];

/** A cell with gaps and equal places, and what is moved in it. */
const moves = fc
  .record({
    gaps: fc.array(fc.nat(4), { minLength: 1, maxLength: 12 }),
    many: fc.integer({ min: 1, max: 3 }),
    where: fc.constantFrom('after' as const, 'before' as const, 'top' as const),
    choice: fc.nat(20),
  })
  .map(({ gaps, many, where, choice }) => {
    let place = 0;
    const cards: Placed[] = gaps.map((gap, id) => ({ id, place: (place += gap) }));
    return { cards, moved: Array.from({ length: many }, (_, index) => 100 + index), where, choice };
  });

describe('moving elements in a cell', () => {
  it('puts them from 1 without an anchor, and tells where those behind are', () => {
    expect(reordered({ others: spaced, moved: [8, 9], after: null, before: null, last })).toEqual([
      { id: 8, place: 1 },
      { id: 9, place: 2 },
      ...spaced,
    ]);
  });

  it('puts them directly behind the anchor, and moves nothing else where there is room', () => {
    expect(reordered({ others: spaced, moved: [8, 9], after: 2, before: null, last })).toEqual([
      { id: 8, place: 21 },
      { id: 9, place: 22 },
      { id: 3, place: 30 },
    ]);
  });

  it('puts them directly before an anchor', () => {
    expect(reordered({ others: spaced, moved: [9], after: null, before: 2, last }).slice(0, 2)).toEqual([
      { id: 9, place: 19 },
      { id: 2, place: 20 },
    ]);
  });

  it('pushes on only those in the way, and apart, so that the next move needs to push none', () => {
    const places = reordered({ others: dense, moved: [9], after: 1, before: null, last });
    expect(places).toEqual([
      { id: 9, place: 6 },
      { id: 2, place: 304 },
      { id: 3, place: 602 },
      { id: 4, place: 900 },
    ]);
    const next = reordered({ others: [{ id: 1, place: 5 }, ...places], moved: [10], after: 9, before: null, last });
    expect(next.slice(1)).toEqual(places.slice(1));
  });

  it('stays below the places that new elements get', () => {
    const places = reordered({ others: dense.slice(0, 3), moved: [9], after: 1, before: null, last: 60 });
    expect(places.map(({ place }) => place)).toEqual([6, 24, 42]);
  });

  it('pushes on what stands where the top begins', () => {
    const others = [
      { id: 1, place: 1 },
      { id: 2, place: 103 },
    ];
    for (const before of [null, 1])
      expect(reordered({ others, moved: [8, 9], after: null, before, last }).map(({ place }) => place)).toEqual([1, 2, 52, 103]);
  });

  it('never loses or doubles an element, keeps the order of the rest, and writes as few as can be', () => {
    fc.assert(
      fc.property(moves, ({ cards: cell, moved, where, choice }) => {
        const chosen = cell[choice % cell.length] as Placed;
        const anchors = { after: where === 'after' ? chosen.id : null, before: where === 'before' ? chosen.id : null };
        const places = reordered({ others: cell, moved, ...anchors, last });
        const equals = where === 'top' ? [] : cell.filter((card) => card.place === chosen.place && card !== chosen);
        // What shares the place of the anchor comes behind it.
        const first = cell.findIndex(({ place }) => place === chosen.place);
        const cards = where === 'top' ? cell : [...cell.slice(0, first), chosen, ...cell.slice(first).filter((card) => card !== chosen)];
        const index = where === 'top' ? 0 : where === 'after' ? first + 1 : first;
        const order = [...cards.slice(0, index).map(({ id }) => id), ...moved, ...cards.slice(index).map(({ id }) => id)];
        expect(places.map(({ id }) => id)).toEqual(order.slice(index));
        const values = places.map((one) => one.place);
        const written = places.filter(({ id, place: now }) => id < 100 && cell[id]?.place !== now).length;
        // From the one before them to the last one written places ascend; equal ones further on are left as they are.
        const lowest = index === 0 ? 0 : (cards[index - 1]?.place ?? 0);
        const ascending = [lowest, ...values.slice(0, moved.length + written + 1)];
        expect(ascending.every((value, at) => at === 0 || value > (ascending[at - 1] ?? 0))).toBe(true);
        if (where === 'before' && equals.length > 0) return;
        const room = (pushed: number) => (cards[index + pushed]?.place ?? Infinity) - lowest > moved.length + pushed;
        expect(Array.from({ length: written }, (_, pushed) => room(pushed)).some(Boolean)).toBe(false);
      }),
    );
  });

  it.each([1, -1])('puts them next to the anchor for readers who order equal places by id times %d', (direction) => {
    fc.assert(
      fc.property(moves, ({ cards: cell, moved, where, choice }) => {
        const read = (cards: readonly Placed[]) =>
          [...cards].sort((left, right) => left.place - right.place || direction * (left.id - right.id));
        const { id } = cell[choice % cell.length] as Placed;
        const anchors = { after: where === 'after' ? id : null, before: where === 'before' ? id : null };
        const changed = new Map(reordered({ others: cell, moved, ...anchors, last }).map((one) => [one.id, one]));
        const column = read([...cell.filter((card) => !changed.has(card.id)), ...changed.values()]).map((card) => card.id);
        expect(column).toHaveLength(cell.length + moved.length);
        const start = column.indexOf(moved[0] ?? 0);
        expect(column.slice(start, start + moved.length)).toEqual(moved);
        const beside = { after: column[start - 1], before: column[start + moved.length], top: id }[where];
        expect(beside).toBe(id);
      }),
    );
  });
});

describe('places of new elements', () => {
  it('ascend without a double, however many are taken in one moment', () => {
    for (const clock of [new PlaceClock(1), new PlaceClock(1000)]) {
      const taken = Array.from({ length: 500 }, (_, index) => clock.take(1 + (index % 3)));
      expect(taken.every((place, index) => index === 0 || place > (taken[index - 1] ?? 0) + ((index - 1) % 3))).toBe(true);
      expect(clock.last).toBe((taken.at(-1) ?? 0) + (499 % 3));
    }
  });

  it('are the present time', () => {
    const before = Date.now();
    const [milliseconds, microseconds] = [new PlaceClock(1).take(), new PlaceClock(1000).take()];
    expect(milliseconds).toBeGreaterThanOrEqual(before);
    expect(microseconds).toBeGreaterThanOrEqual(before * 1000);
    expect(microseconds).toBeLessThan((Date.now() + 1) * 1000);
  });

  it('are given in the order of the elements', () => {
    expect(inTheirOrder([12, 9, 10])).toEqual([9, 10, 12]);
  });
});

describe('moving elements in a short list', () => {
  it('numbers all those behind on', () => {
    const moved = [8, 9];
    const places = (anchor: { after: number | null; before: number | null }) =>
      renumbered({ others: spaced, moved, ...anchor }).map(({ id, place }) => [id, place]);
    expect(places({ after: null, before: null }).flat()).toEqual([8, 1, 9, 2, 1, 3, 2, 4, 3, 5]);
    expect(places({ after: 2, before: null }).flat()).toEqual([8, 21, 9, 22, 3, 23]);
    expect(places({ after: null, before: 2 }).flat()).toEqual([8, 20, 9, 21, 2, 22, 3, 23]);
  });
});

describe('the header set-orders', () => {
  it('is an object of ids and places, anything else counts as none', () => {
    expect(setOrdersOf('{"4": 2, "x": 1, "5": "y"}')).toEqual({ 4: 2 });
    expect(setOrdersOf('[1]')).toEqual({});
    expect(setOrdersOf('{')).toEqual({});
  });
});
