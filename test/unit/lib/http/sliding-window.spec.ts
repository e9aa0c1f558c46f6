import { record, slide, type Windows } from '../../../../lib/http/sliding-window';

const perMinute = (limit: number) => [{ limit, seconds: 60 }];

describe('slide', () => {
  it('closes after N hits until the oldest leaves, and does not count refused ones', () => {
    let windows: Windows = [];
    const at = (second: number) => {
      const decision = slide(windows, perMinute(2), second * 1000, 1);
      windows = decision.windows;
      return decision.wait / 1000;
    };
    expect([at(0), at(10), at(20), at(59), at(60), at(61), at(70)]).toEqual([0, 0, 40, 1, 0, 9, 0]);
  });

  it('wants room in all rates, and fills none when one is full', () => {
    const rates = [
      { limit: 1, seconds: 1 },
      { limit: 2, seconds: 60 },
    ];
    let { windows } = slide([], rates, 0, 1);
    ({ windows } = slide(windows, rates, 500, 1));
    expect(slide(windows, rates, 1500, 1).wait).toBe(0);
    ({ windows } = slide(windows, rates, 1500, 1));
    expect(slide(windows, rates, 3000, 1).wait).toBe(57_000);
  });

  it('takes several at once or none of them', () => {
    const { windows } = slide([], perMinute(5), 0, 3);
    expect(slide(windows, perMinute(5), 1000, 3).wait).toBe(59_000);
    expect(slide(windows, perMinute(5), 1000, 2).wait).toBe(0);
  });

  it('keeps windows small and exact in number however high the limit is', () => {
    let windows: Windows = [];
    let accepted = 0;
    for (let time = 0; time < 60_000; time += 5) {
      const decision = slide(windows, perMinute(10_000), time, 1);
      if (decision.wait === 0) accepted++;
      windows = decision.windows;
    }
    expect(accepted).toBe(10_000);
    expect(windows[0]?.length).toBeLessThanOrEqual(101);
  });
});

it('records what has happened even when there was no room', () => {
  const windows = record(record([], perMinute(1), 0, 1), perMinute(1), 1000, 1);
  expect(slide(windows, perMinute(1), 60_500, 1).wait).toBe(500);
});
