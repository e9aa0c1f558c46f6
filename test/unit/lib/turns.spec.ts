import { Turns } from '../../../lib/turns';

const after = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

it('tasks of one key run in turn, also after failures, and those of others beside them', async () => {
  const turns = new Turns<string>();
  const done: string[] = [];
  const task =
    (name: string, milliseconds: number, fails = false) =>
    async () => {
      await after(milliseconds);
      done.push(name);
      if (fails) throw new Error(name);
      return name;
    };
  const results = await Promise.allSettled([
    turns.run('a', task('a1', 30, true)),
    turns.run('a', task('a2', 0)),
    turns.run('b', task('b1', 5)),
    turns.run('a', task('a3', 0)),
  ]);
  expect(done).toEqual(['b1', 'a1', 'a2', 'a3']);
  expect(results.map((result) => (result.status === 'fulfilled' ? result.value : String(result.reason)))).toEqual([
    'Error: a1',
    'a2',
    'b1',
    'a3',
  ]);
});
