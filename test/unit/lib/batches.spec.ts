import { Batches } from '../../../lib/batches';

const done = (items: readonly unknown[]) => items.map((value) => ({ status: 'fulfilled', value }) as const);

describe('batches', () => {
  it('handle together what came while another batch of the key was under way, in its order', async () => {
    const handled: [string, readonly number[]][] = [];
    let release = () => {};
    const first = new Promise<void>((resolve) => (release = resolve));
    const batches = new Batches<string, number>(async (key, items) => {
      if (handled.push([key, items]) === 1) await first;
      return done(items);
    });
    const added = [batches.add('a', 1), batches.add('a', 2), batches.add('b', 3), batches.add('a', 4)];
    await added[2];
    release();
    await Promise.all(added);
    expect(handled).toEqual([
      ['a', [1]],
      ['b', [3]],
      ['a', [2, 4]],
    ]);
    await batches.add('a', 5);
    expect(handled.at(-1)).toEqual(['a', [5]]);
  });

  it('tell each item what came of it', async () => {
    const batches = new Batches<string, number>((_, items) =>
      Promise.resolve(items.map((item) => (item < 0 ? { status: 'rejected', reason: item } : { status: 'fulfilled', value: item }))),
    );
    const results = await Promise.allSettled([batches.add('a', 1), batches.add('a', -2), batches.add('a', 3)]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });

  it('fail together when the batch does, and go on with the next', async () => {
    let isAway = true;
    const batches = new Batches<string, number>((_, items) => (isAway ? Promise.reject(new Error('away')) : Promise.resolve(done(items))));
    const results = await Promise.allSettled([batches.add('a', 1), batches.add('a', 2)]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    isAway = false;
    await expect(batches.add('a', 3)).resolves.toBeUndefined();
  });
});
