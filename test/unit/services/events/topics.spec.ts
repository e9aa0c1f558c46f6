import { isPattern, matchesTopic, subscriptionKey } from '../../../../services/events/topics';
import { processorTime } from '../../../support/processor-time';

describe('topics', () => {
  it.each([
    ['a.b', 'a.b', true],
    ['a.*', 'a.b', true],
    ['a.*', 'a.b.c', false],
    ['a.*', 'a', false],
    ['a.#', 'a', true],
    ['#', 'a.b.c', true],
    ['#.c', 'a.b.c', true],
    ['a.#.c', 'a.c', true],
    ['a.#.b.#.c', 'a.x.b.y.z.c', true],
    ['a.#.b.#.c', 'a.x.c.y.z.b', false],
    ['a.*.#', 'a', false],
  ])('%s against %s', (pattern, key, expected) => expect(matchesTopic(pattern, key)).toBe(expected));

  it('are compared in little time, whatever the pattern', () => {
    const compare = () => matchesTopic(`${'#.'.repeat(50)}x`, 'a.'.repeat(100));
    expect(compare()).toBe(false);
    expect(processorTime(compare)).toBeLessThan(200);
  });

  it('make live notifications one’s own, and refuse what is no key', () => {
    expect(subscriptionKey('live_notifications.9', 7)).toBe('live_notifications.7');
    expect(subscriptionKey('live_notifications', 7)).toBe('live_notifications.7');
    expect(subscriptionKey(7, 7)).toBeNull();
    expect(subscriptionKey('x'.repeat(500), 7)).toBeNull();
    expect([isPattern('a.*'), isPattern('a.b*')]).toEqual([true, false]);
  });
});
