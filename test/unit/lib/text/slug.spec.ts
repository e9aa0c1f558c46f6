import { fileSlug, nextFreeSlug, slugify, slugOrNull, uniqueSlug } from '../../../../lib/text/slug';
import { processorTime } from '../../../support/processor-time';

describe('slugs', () => {
  it.each([
    ['Straße Øre', 'strasse-ore'],
    ['Москва 東京', 'moskva-dong-jing'],
    ['  many   blanks -- and__under_ ', 'many-blanks-and__under'],
    ['R&D (90%) "it\'s" a/b', 'rd-90-its-ab'],
    ['_-_', ''],
  ])('makes of %j %j', (text, slug) => expect(slugify(text)).toBe(slug));

  it('calls a name null when nothing is left of it', () => {
    expect(slugOrNull('???')).toBe('null');
    expect(slugOrNull('a?')).toBe('a');
  });

  it('appends the first free number to the plain slug', async () => {
    const taken = new Set(['a', 'a-1', 'a-2']);
    expect(nextFreeSlug('a', taken)).toBe('a-3');
    expect(nextFreeSlug('b', taken)).toBe('b');
    expect(await uniqueSlug('a', async (slug) => taken.has(slug))).toBe('a-3');
  });

  it('keeps the extension of a file, and nothing of its path', () => {
    expect(fileSlug('Über uns (2).PDF')).toBe('uber-uns-2.pdf');
    expect(fileSlug('../../etc/passwd')).toBe('passwd');
    expect(fileSlug('.htaccess')).toBe('htaccess');
    expect(fileSlug('???.png')).toBe('file.png');
    expect(fileSlug(`${'x'.repeat(300)}.tar.gz`)).toBe(`${'x'.repeat(100)}.gz`);
  });

  it('takes linear time for runs of dashes', () => {
    const hostile = `${'-_'.repeat(50_000)}x${'-_'.repeat(50_000)}x`;
    expect(slugify(hostile).length).toBe(100_002);
    expect(processorTime(() => slugify(hostile))).toBeLessThan(1000);
  });
});
