import { MemoryCardCache } from '../../../mixins/card-cache';

interface Card {
  id: number;
  name: string;
}

describe('the cache of cards', () => {
  const source = (calls: number[][], names: Record<number, string>) => (ids: number[]) => {
    calls.push(ids);
    return Promise.resolve(ids.flatMap((id) => (names[id] === undefined ? [] : [{ id, name: names[id] }])));
  };

  it('loads what is missing in one call and each card once', async () => {
    const calls: number[][] = [];
    const cache = new MemoryCardCache<Card>(source(calls, { 1: 'a', 2: 'b' }));
    const [first] = await Promise.all([cache.many([1, 2]), cache.many([2, 1])]);
    await cache.one(3);
    await cache.one(3);
    expect([...first.keys()]).toEqual([1, 2]);
    expect(calls).toEqual([[1, 2], [3]]);
  });

  it('loads a dropped card again', async () => {
    const names: Record<number, string> = { 1: 'old' };
    const cache = new MemoryCardCache<Card>(source([], names));
    await cache.one(1);
    names[1] = 'new';
    expect((await cache.one(1))?.name).toBe('old');
    cache.drop([1]);
    expect((await cache.one(1))?.name).toBe('new');
  });

  it('does not keep what was being loaded while it was dropped', async () => {
    const answers: ((cards: Card[]) => void)[] = [];
    const cache = new MemoryCardCache<Card>(() => new Promise((resolve) => answers.push(resolve)));
    const early = cache.one(1);
    cache.drop([1]);
    const late = cache.one(1);
    answers[0]?.([{ id: 1, name: 'old' }]);
    answers[1]?.([{ id: 1, name: 'new' }]);
    await early;
    expect((await late)?.name).toBe('new');
    expect(cache.peek(1)?.name).toBe('new');
  });

  it('asks again after a failed load', async () => {
    let fail = true;
    const cache = new MemoryCardCache<Card>((ids) =>
      fail ? Promise.reject(new Error('away')) : Promise.resolve(ids.map((id) => ({ id, name: 'back' }))),
    );
    await expect(cache.one(1)).rejects.toThrow('away');
    fail = false;
    expect((await cache.one(1))?.name).toBe('back');
  });
});
