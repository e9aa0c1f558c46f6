import { setFlagsFromString } from 'node:v8';
import { withSmallHeap } from '../../../lib/small-heap';

jest.mock('node:v8', () => ({ setFlagsFromString: jest.fn() }));
const collect = jest.fn();
jest.mock('node:vm', () => ({ runInNewContext: () => collect }));

const growths = () => jest.mocked(setFlagsFromString).mock.calls.flatMap(([flag]) => /^--heap-growing-percent=(\d+)/.exec(flag)?.[1] ?? []);

describe('work with a small heap', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => {
    jest.useRealTimers();
    jest.clearAllMocks();
  });

  it('costs nothing when it is short', async () => {
    expect(await withSmallHeap(() => Promise.resolve(7))).toBe(7);
    jest.runAllTimers();
    expect(growths()).toEqual([]);
    expect(collect).not.toHaveBeenCalled();
  });

  it('collects once and then often, until the last of several long ones has ended, however it ends', async () => {
    let finish: () => void = () => undefined;
    let fail: (error: Error) => void = () => undefined;
    const first = withSmallHeap(() => new Promise<void>((resolve) => (finish = resolve)));
    const second = withSmallHeap(() => new Promise<void>((_, reject) => (fail = reject)));
    jest.runAllTimers();
    expect(growths()).toEqual(['30']);
    expect(collect).toHaveBeenCalledTimes(1);
    finish();
    await first;
    expect(growths()).toEqual(['30']);
    fail(new Error('broken'));
    await expect(second).rejects.toThrow('broken');
    expect(growths()).toEqual(['30', '0']);
  });
});
