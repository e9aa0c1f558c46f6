import type { ChangeEntry } from '../../../lib/contracts/changes';
import { openStore } from '../../../lib/store';
import { LocalChangeStream } from '../../../mixins/change-stream/local-stream';

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
});
