import fc from 'fast-check';
import { chunksOf, slicesOf } from '../../../lib/chunks';

describe('chunks', () => {
  it('hold everything once, in order, within both limits unless one item alone is larger', () => {
    const limits = { items: 3, characters: 20 };
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 30 })), (items) => {
        const chunks = chunksOf(items, limits);
        expect(chunks.flat()).toEqual(items);
        for (const chunk of chunks) {
          const characters = chunk.reduce((sum, item) => sum + JSON.stringify(item).length, 0);
          expect(chunk.length === 1 || (chunk.length <= limits.items && characters <= limits.characters)).toBe(true);
          expect(chunk.length).toBeGreaterThan(0);
        }
      }),
    );
  });

  it('are as few as the order allows', () => {
    expect(chunksOf([1, 2, 3, 4, 5], { items: 2, characters: 100 })).toEqual([[1, 2], [3, 4], [5]]);
    expect(chunksOf(['aaaa', 'bbbb', 'c'], { items: 9, characters: 12 })).toEqual([['aaaa', 'bbbb'], ['c']]);
    expect(chunksOf([], { items: 2, characters: 100 })).toEqual([]);
  });
});

describe('slices', () => {
  it('hold everything once, in order, all of the same size but the last', () => {
    expect([...slicesOf([1, 2, 3, 4, 5], 2)]).toEqual([[1, 2], [3, 4], [5]]);
    expect([...slicesOf([1, 2, 3, 4], 2)]).toEqual([
      [1, 2],
      [3, 4],
    ]);
    expect([...slicesOf([], 2)]).toEqual([]);
  });
});
