import { waitOf } from '../../../../../services/importers/outside/rate-limits';

const now = Date.parse('2024-01-01T10:00:00Z');

describe('how long an outside system wants to be left alone', () => {
  it.each<[number, Record<string, string>, number | null]>([
    [429, { 'retry-after': '7' }, 7000],
    [503, { 'retry-after': 'Mon, 01 Jan 2024 10:00:03 GMT' }, 3000],
    [403, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(now / 1000 + 60) }, 60_000],
    [403, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(now / 1000 - 60) }, 50],
    [403, { 'x-ratelimit-remaining': '12', 'x-ratelimit-reset': '99999999999' }, null],
    [429, {}, 5000],
    [403, {}, null],
    [503, { 'retry-after': 'soon' }, null],
    [200, { 'retry-after': '7' }, null],
    [401, { 'retry-after': '7' }, null],
  ])('after %d with %j is %p', (status, headers, wait) => {
    expect(waitOf(status, headers, now)).toBe(wait);
  });
});
