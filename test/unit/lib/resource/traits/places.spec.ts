import fc from 'fast-check';
import { reordered, setOrdersOf } from '../../../../../lib/resource/traits/places';

const others = [
  { id: 1, place: 10 },
  { id: 2, place: 20 },
  { id: 3, place: 30 },
];

describe('moving elements in a cell', () => {
  it('puts them first without an anchor and renumbers all that follow', () => {
    expect(reordered({ others, moved: [9], after: null, before: null })).toEqual([
      { id: 9, place: 1 },
      { id: 1, place: 2 },
      { id: 2, place: 3 },
      { id: 3, place: 4 },
    ]);
  });

  it('puts them behind the anchor and leaves what is before it alone', () => {
    expect(reordered({ others, moved: [8, 9], after: 2, before: null })).toEqual([
      { id: 8, place: 21 },
      { id: 9, place: 22 },
      { id: 3, place: 23 },
    ]);
  });

  it('takes the anchor’s place when put before it', () => {
    expect(reordered({ others, moved: [9], after: null, before: 2 })).toEqual([
      { id: 9, place: 20 },
      { id: 2, place: 21 },
      { id: 3, place: 22 },
    ]);
  });

  it('never loses or doubles an element and keeps the order of the rest', () => {
    const cell = fc.uniqueArray(fc.nat(50), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(cell, fc.nat(20), (ids, choice) => {
        const cards = ids.map((id, index) => ({ id, place: index * 3 }));
        const anchor = ids[choice % ids.length] ?? 0;
        const changed = new Map(reordered({ others: cards, moved: [99], after: anchor, before: null }).map(({ id, place }) => [id, place]));
        const all = [...cards.map(({ id, place }) => ({ id, place: changed.get(id) ?? place })), { id: 99, place: changed.get(99) ?? -1 }];
        const order = all.sort((left, right) => left.place - right.place).map(({ id }) => id);
        expect(order.filter((id) => id !== 99)).toEqual(ids);
        expect(order.indexOf(99)).toBe(order.indexOf(anchor) + 1);
        expect(new Set(all.map(({ place }) => place)).size).toBe(all.length);
      }),
    );
  });
});

describe('the header set-orders', () => {
  it('is an object of ids and places, anything else counts as none', () => {
    expect(setOrdersOf('{"4": 2, "x": 1, "5": "y"}')).toEqual({ 4: 2 });
    expect(setOrdersOf('[1]')).toEqual({});
    expect(setOrdersOf('{')).toEqual({});
  });
});
