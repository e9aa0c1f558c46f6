import { foldedWord } from '../../../../lib/search/accents';
import { searchFilter, titleFilter } from '../../../../lib/search/filter';
import { parseSearch, type SearchQuery } from '../../../../lib/search/query';
import { storedWords } from '../../../../lib/search/stored';
import { matches } from '../../../../lib/store';

const found = (text: string, stored: string) => {
  const query = parseSearch(text) as SearchQuery;
  const document = { id: 1, ...storedWords(stored.split('|')) };
  const [count, fold] = (['count', 'fold'] as const).map((accents) =>
    matches(document, searchFilter(query, { terms: 'terms', words: 'words' }, accents)),
  );
  return { count, fold };
};

describe('a search over stored words', () => {
  it.each([
    ['hors', 'Two horses', true, true],
    ['orse', 'Two horses', false, false],
    ['café', 'das CAFÉ', true, true],
    ['caf', 'das Café', true, true],
    ['cafe', 'das Café', false, true],
    ['café', 'a cafeteria', false, true],
    ['afe', 'das Café', false, false],
    ['not cafe', 'das Café', true, false],
    ['(uber or x) cafe', 'über das Café', false, true],
    ['~cafe', 'das Café', false, true],
    ['istanbul', 'İstanbul', false, true],
    ['елка', 'Ёлка', false, true],
    ['か', 'がく', false, false],
    ['가', '각', false, false],
  ])('%s in %s: %s where accents count, %s where they are folded', (text, stored, count, fold) => {
    expect(found(text, stored)).toEqual({ count, fold });
  });

  it.each([
    ['"cafe rouge"', 'le café rouge ici', false, true],
    ['"café rouge"', 'le café rouge ici', true, true],
    ['"café rouge"', 'le cafe rouge ici', false, true],
    ['"le rouge"', 'le café rouge', false, false],
    ['"cafe roug"', 'le café rouge', false, false],
    ['"rouge le"', 'le café rouge', false, false],
    ['"rouge ici"', 'le café rouge|ici', true, true],
  ])('the phrase %s in %s: %s where accents count, %s where they are folded', (text, stored, count, fold) => {
    expect(found(text, stored)).toEqual({ count, fold });
  });

  it.each([
    ['cafe', 'Das Café', '', true],
    ['caf', 'Das Café', '', true],
    ['cafe', 'Tea', 'in the café', false],
    ['das cafe', 'Das Café', '', true],
    ['tea cafe', 'Tea', 'in the café', false],
    ['tea or cafe', 'Tea', 'in the café', true],
    ['tea not milk', 'Tea', 'with milk', false],
    ['not milk', 'Tea', 'without', true],
    ['"das cafe"', 'Das Café', '', true],
    ['"cafe das"', 'Das Café', '', false],
    ['"das cafe"', 'Tea', 'in das café', false],
    ['^tea', 'Tea', '', true],
  ])('the words of %s are in the title %s, before %s: %s', (text, title, other, expected) => {
    const document = { id: 1, ...storedWords([title, other], [title]) };
    expect(matches(document, titleFilter(parseSearch(text) as SearchQuery, { terms: 'terms', words: 'words' }))).toBe(expected);
  });

  it('words of titles are found by nothing but what asks for titles', () => {
    const document = { id: 1, ...storedWords(['Tea'], ['Tea']) };
    expect(document.terms).toEqual(['tea', '^tea']);
    expect(matches(document, searchFilter(parseSearch('not tea') as SearchQuery, { terms: 'terms', words: 'words' }))).toBe(false);
  });

  it('keeps words without accents once', () => {
    expect(storedWords(['Red fox', 'fox 12'])).toEqual({ terms: ['red', 'fox', '12'], words: ' red fox fox 12 ' });
  });

  it('never keeps or asks for an empty word, which everything begins with', () => {
    expect(foldedWord('\u0301')).toBe('\u0301');
    expect(found('\u0301', 'plain café')).toEqual({ count: false, fold: false });
  });
});
