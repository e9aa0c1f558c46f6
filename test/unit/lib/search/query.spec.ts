import { matchesSearch, parseSearch, wordsOf } from '../../../../lib/search/query';

const matches = (query: string, text: string) => matchesSearch(parseSearch(query), wordsOf(text));

describe('a search', () => {
  it.each([
    ['mem', 'A Member', true],
    ['ember', 'A Member', false],
    ['ÜBER CAFÉ', 'über das Café', true],
    ['cafe', 'das Café', false],
    ['e\u0301t', 'un Été', true],
    ['a b', 'b only', false],
    ['a or b', 'b only', true],
    ['a OR b', 'b only', true],
    ['a Or b', 'a b', false],
    ['not a', 'b', true],
    ['b NOT a', 'a b', false],
    ['(a or b) and c', 'b c', true],
    ['(a or b) and c', 'a b', false],
    ['"open story"', 'an open story', true],
    ['"open story"', 'an open user story', false],
    ['"open stor"', 'an open story', false],
    ["it's", 'its', true],
    ['one-two', 'two ones', true],
  ])('%s in %s: %s', (query, text, expected) => {
    expect(matches(query, text)).toBe(expected);
  });

  it.each(['', '  ', 'and', 'or not', '((', ')', '"', '"" ()', '!!'])('that asks for nothing (%s) leaves everything', (query) => {
    expect(parseSearch(query)).toBeNull();
  });

  it.each(['a or', 'and a', '(a', 'a)', 'a ) or', 'a not', 'a and and'])('forgives what makes no sense: %s', (query) => {
    expect(matches(query, 'a')).toBe(true);
    expect(matches(query, 'b')).toBe(false);
  });

  it('is read no further than what a list can be searched for in time', () => {
    const many = (count: number) => `${'a '.repeat(count)}missing`;
    expect(matches(many(10), 'a')).toBe(false);
    expect(matches(many(400), 'a')).toBe(true);
  });

  it('survives deep nesting', () => {
    expect(matches(`${'('.repeat(5000)}a`, 'b')).toBe(true);
  });
});
