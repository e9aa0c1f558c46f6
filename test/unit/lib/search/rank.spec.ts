import { parseSearch } from '../../../../lib/search/query';
import { bestOf, rank, weights } from '../../../../lib/search/rank';

const texts = (subject: string, description = '') => [
  { text: subject, weight: weights.first },
  { text: description, weight: weights.third },
];

describe('ranking', () => {
  it('prefers better places, then more occurrences', () => {
    const items = [texts('x', 'horse'), texts('horse'), texts('horse', 'horse'), texts('y', 'horses and horse')];
    expect(bestOf(parseSearch('horse'), items, (item) => item, 10)).toEqual([items[2], items[1], items[3], items[0]]);
  });

  it('never lets repetition in a lesser place outweigh a better one', () => {
    expect(rank(parseSearch('a'), texts('', 'a '.repeat(1000)))).toBeLessThan(rank(parseSearch('a'), texts('a')));
  });

  it('does not count what must not occur, and cuts at the limit', () => {
    expect(rank(parseSearch('a not b'), texts('b'))).toBe(0);
    expect(bestOf(parseSearch(''), [1, 2, 3], () => [], 2)).toEqual([1, 2]);
  });

  it('counts words whatever their accents where accents are folded, and each once', () => {
    const query = parseSearch('cafe');
    const plain = rank(query, texts('cafe'));
    expect([rank(query, texts('Café')), rank(query, texts('Café'), 'fold')]).toEqual([0, plain]);
    expect(rank(parseSearch('"CAFÉ"'), texts('cafe'), 'fold')).toBe(plain);
    expect(bestOf(query, [texts('x', 'cafe'), texts('Café')], (item) => item, 1, 'fold')).toEqual([texts('Café')]);
  });
});
