import { openStore } from '../../../../lib/store';
import { insertMissing, refusingDuplicates, storedUnlessDuplicate } from '../../../../lib/store/duplicates';
import { DuplicateKeyError, StoreUnavailableError } from '../../../../lib/store/errors';

const taken = () => Promise.reject(new DuplicateKeyError('cards', ['slug']));
const away = () => Promise.reject(new StoreUnavailableError('closed'));

describe('a write that a unique index may refuse', () => {
  it('tells whether it was done', async () => {
    await expect(storedUnlessDuplicate(() => Promise.resolve())).resolves.toBe(true);
    await expect(storedUnlessDuplicate(taken)).resolves.toBe(false);
  });

  it('gives its result, or the refusal in place of the error of the index', async () => {
    const refusal = () => new Error('The name is taken');
    await expect(refusingDuplicates(() => Promise.resolve(3), refusal)).resolves.toBe(3);
    await expect(refusingDuplicates(taken, refusal)).rejects.toThrow('The name is taken');
  });

  it('passes on every other error', async () => {
    await expect(storedUnlessDuplicate(away)).rejects.toThrow(StoreUnavailableError);
    await expect(refusingDuplicates(away, () => new Error('no'))).rejects.toThrow(StoreUnavailableError);
  });
});

describe('documents of which some may be stored already', () => {
  it('are stored beside those, which stay as they are', async () => {
    const store = await openStore({ sqlitePath: ':memory:' });
    await store.declare({ name: 'cards', indexes: [] });
    const cards = store.collection<{ id: number; text: string }>('cards');
    await insertMissing(cards, [{ id: 1, text: 'old' }]);
    await insertMissing(
      cards,
      [1, 2, 3].map((id) => ({ id, text: 'new' })),
    );
    expect((await cards.find({ sort: ['id'] })).map(({ text }) => text)).toEqual(['old', 'new', 'new']);
    await store.close();
  });
});
