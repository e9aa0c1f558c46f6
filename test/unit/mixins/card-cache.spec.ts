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

  describe('made of parts', () => {
    type Parts = { id: number; name: string; colour: string };
    type Patch = { id: number } & Partial<Parts>;
    const present: Parts = { id: 1, name: 'old', colour: 'red' };
    let calls: string[];
    let answer: () => Promise<Patch[]>;

    const open = () =>
      new MemoryCardCache<Parts, Patch>(
        (ids) => {
          calls.push(`whole ${ids.join()}`);
          return Promise.resolve([{ ...present }]);
        },
        {
          load: (ids, parts) => {
            calls.push(`${parts.sort().join('+')} ${ids.join()}`);
            return answer();
          },
          merge: (card, patch) => ({ ...card, ...patch }),
        },
      );

    beforeEach(() => {
      calls = [];
      answer = () => Promise.resolve([{ id: 1, name: 'new' }]);
    });

    it('loads again only the parts that were dropped, all of them at once', async () => {
      const cache = open();
      await cache.one(1);
      cache.drop([1], ['name']);
      expect(cache.peek(1)).toBeUndefined();
      expect(await cache.one(1)).toEqual({ ...present, name: 'new' });
      cache.drop([1], ['name']);
      cache.drop([1], ['colour']);
      await Promise.all([cache.one(1), cache.one(1)]);
      expect(calls).toEqual(['whole 1', 'name 1', 'colour+name 1']);
    });

    it('loads all of a card that was dropped as a whole, is unknown, or went meanwhile', async () => {
      const cache = open();
      cache.drop([1], ['name']);
      await cache.one(1);
      cache.drop([1], ['name']);
      cache.drop([1]);
      await cache.one(1);
      cache.drop([1], ['name']);
      answer = () => Promise.resolve([]);
      expect(await cache.one(1)).toBeNull();
      cache.drop([1], ['name']);
      await cache.one(1);
      expect(calls).toEqual(['whole 1', 'whole 1', 'name 1', 'whole 1']);
    });

    it('keeps nothing that was being loaded while another part was dropped', async () => {
      const answers: ((patches: Patch[]) => void)[] = [];
      answer = () => new Promise((resolve) => answers.push(resolve));
      const cache = open();
      await cache.one(1);
      cache.drop([1], ['name']);
      const early = cache.one(1);
      cache.drop([1], ['colour']);
      const late = cache.one(1);
      answers[0]?.([{ id: 1, name: 'new' }]);
      await early;
      expect(cache.peek(1)).toBeUndefined();
      answers[1]?.([{ id: 1, name: 'new', colour: 'blue' }]);
      expect([(await late)?.colour, cache.peek(1)?.colour]).toEqual(['blue', 'blue']);
      expect(calls.at(-1)).toBe('colour+name 1');
    });

    it('loads all of what is old, whatever of it was loaded since', async () => {
      const clock = jest.spyOn(Date, 'now').mockReturnValue(1_000_000);
      const cache = open();
      await cache.one(1);
      clock.mockReturnValue(1_050_000);
      cache.drop([1], ['name']);
      await cache.one(1);
      clock.mockReturnValue(1_061_000);
      await cache.one(1);
      clock.mockRestore();
      expect(calls).toEqual(['whole 1', 'name 1', 'whole 1']);
    });
  });
});
