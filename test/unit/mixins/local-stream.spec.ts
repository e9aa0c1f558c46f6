import type { ChangeEntry } from '../../../lib/contracts/changes';
import { openStore } from '../../../lib/store';
import { deliveries, LocalChangeStream } from '../../../mixins/change-stream/local-stream';

const entry = (id: string) => ({ id, kind: 'userstory', object: 1, at: new Date().toISOString() }) as ChangeEntry;
const log = { info: () => undefined, warn: () => undefined, error: () => undefined, debug: () => undefined };
const soon = async (done: () => boolean) => {
  for (let turn = 0; turn < 400 && !done(); turn++) await new Promise((resolve) => setTimeout(resolve, 10));
};

describe('the change stream of the embedded server', () => {
  const start = async () => {
    const store = await openStore({ sqlitePath: ':memory:' });
    return { store, stream: new LocalChangeStream(store, () => ['first', 'second'], log) };
  };

  it('hands every entry to every group before it lets go of it', async () => {
    const { store, stream } = await start();
    const seen: string[] = [];
    await stream.consume('first', async ({ id }) => void seen.push(`first ${id}`));
    await stream.consume('second', async ({ id }) => void seen.push(`second ${id}`));
    await stream.publish(entry('a'));
    expect(seen.sort()).toEqual(['first a', 'second a']);
    await stream.close();
    await store.close();
  });

  it('tries a group that failed again, without the others', async () => {
    const { store, stream } = await start();
    const seen: string[] = [];
    let failures = 1;
    await stream.consume('first', async ({ id }) => void seen.push(`first ${id}`));
    await stream.consume('second', async ({ id }) => {
      if (failures-- > 0) throw new Error('away');
      seen.push(`second ${id}`);
    });
    await stream.publish(entry('a'));
    expect(seen).toEqual(['first a']);
    await soon(() => seen.length === 2);
    expect(seen).toEqual(['first a', 'second a']);
    await stream.close();
    await store.close();
  });

  it('keeps what a group has not seen for the next process', async () => {
    const { store, stream } = await start();
    await stream.consume('first', () => Promise.resolve());
    await stream.publish(entry('a'));
    await stream.close();
    const seen: string[] = [];
    const next = new LocalChangeStream(store, () => ['first', 'second'], log);
    await next.consume('second', async ({ id }) => void seen.push(id));
    await soon(() => seen.length === 1);
    expect(seen).toEqual(['a']);
    await next.close();
    await store.close();
  });

  it('lists what a group gave up, and delivers it again when it is told to', async () => {
    const { store, stream } = await start();
    await stream.consume('first', () => Promise.resolve());
    let away = true;
    const seen: string[] = [];
    await stream.consume('second', async ({ id }) => {
      if (away) throw new Error('away');
      seen.push(id);
    });
    await stream.publish(entry('a'));
    // Given up long before its pauses are over.
    await store.collection(deliveries.name).updateOne({ id: 'a:second' }, { set: { due: null } });
    const [letter] = await stream.deadLetters();
    expect(letter).toMatchObject({ group: 'second', entry: { id: 'a' }, reason: 'Error: away' });
    expect([await stream.deadLetters('first'), await stream.replay('first')]).toEqual([[], 0]);
    away = false;
    expect(await stream.replay('second')).toBe(1);
    await soon(() => seen.length === 1);
    expect([seen, await stream.deadLetters()]).toEqual([['a'], []]);
    await stream.close();
    await store.close();
  });
});
