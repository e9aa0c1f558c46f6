import { Rounds } from '../../../lib/rounds';

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

describe('rounds of work', () => {
  it('never overlap, and one that is asked for meanwhile follows at once', async () => {
    let running = 0;
    let most = 0;
    let done = 0;
    const rounds = new Rounds(
      async () => {
        most = Math.max(most, ++running);
        await pause(10);
        running--;
        done++;
        return false;
      },
      () => undefined,
    );
    rounds.wake();
    rounds.wake();
    rounds.wake();
    await pause(50);
    expect([most, done]).toEqual([1, 2]);
    await rounds.stop();
  });

  it('go on while there is more, and after a failure', async () => {
    const failures: unknown[] = [];
    let left = 3;
    const rounds = new Rounds(
      () => Promise.resolve(--left > 0),
      (error) => failures.push(error),
    );
    rounds.wake();
    await pause(20);
    expect(left).toBe(0);
    await rounds.stop();
    const failing = new Rounds(
      () => Promise.reject(new Error('away')),
      (error) => failures.push(error),
    );
    failing.wake();
    await pause(10);
    failing.wake();
    await pause(10);
    expect(failures).toHaveLength(2);
    await failing.stop();
  });

  it('end with the round under way', async () => {
    let ended = false;
    const rounds = new Rounds(
      async () => {
        await pause(20);
        ended = true;
        return true;
      },
      () => undefined,
    );
    rounds.wake();
    await rounds.stop();
    expect([ended, rounds.isClosed]).toEqual([true, true]);
  });
});
