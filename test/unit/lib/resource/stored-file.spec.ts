import { clampRange } from '../../../../lib/files/range';
import { rangeOf } from '../../../../lib/resource/stored-file';

describe('ranges', () => {
  it.each([
    ['bytes=0-3', { start: 0, end: 3 }],
    ['bytes=5-', { start: 5, end: 9 }],
    ['bytes=5-100', { start: 5, end: 9 }],
    ['bytes=-3', { start: 7, end: 9 }],
    ['bytes=-100', { start: 0, end: 9 }],
  ])('reads %s of ten bytes', (header, expected) => {
    expect(clampRange(10, rangeOf(header) ?? undefined)).toEqual(expected);
  });

  it.each([undefined, 'bytes=-', 'bytes=0-1,4-5', 'bytes=a-b', 'items=0-1', 'bytes=1e3-'])('takes %s for none', (header) => {
    expect(rangeOf(header)).toBeNull();
  });

  it.each(['bytes=10-', 'bytes=5-2', 'bytes=-0'])('refuses %s', (header) => {
    expect(() => clampRange(10, rangeOf(header) ?? undefined)).toThrow(RangeError);
  });
});
