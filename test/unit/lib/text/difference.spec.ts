import { isDifferenceHtml, textDifferenceHtml } from '../../../../lib/text/difference';
import { processorTime } from '../../../support/processor-time';

const ins = (html: string): string => `<ins style="background:#e6ffe6;">${html}</ins>`;
const del = (html: string): string => `<del style="background:#ffe6e6;">${html}</del>`;
const same = (html: string): string => `<span>${html}</span>`;
const words = (from: number, to: number): string => Array.from({ length: to - from + 1 }, (_, index) => `w${from + index}`).join(' ');

describe('the difference of two texts', () => {
  it('marks what was added and removed, in readable pieces', () => {
    expect(textDifferenceHtml('', 'new')).toBe(ins('new'));
    expect(textDifferenceHtml('old', '')).toBe(del('old'));
    expect(textDifferenceHtml('a red fox', 'a blue fox')).toBe(same('a ') + del('red') + ins('blue') + same(' fox'));
  });

  it('shows markup and line breaks as text', () => {
    expect(textDifferenceHtml('', '<b>1 & 2</b>\n"x"')).toBe(ins('&lt;b&gt;1 &amp; 2&lt;/b&gt;<br />"x"'));
  });

  it('shortens long unchanged runs, keeping ten words beside each change', () => {
    const html = textDifferenceHtml(
      `${words(1, 30)} A ${words(31, 60)} B ${words(61, 90)}`,
      `${words(1, 30)} X ${words(31, 60)} Y ${words(61, 90)}`,
    );
    const change = (before: string, after: string): string => del(before) + ins(after);
    expect(html).toBe(
      same(`(...)${words(21, 30)}`) +
        change('A', 'X') +
        same(`${words(31, 40)}(...)${words(51, 60)}`) +
        change('B', 'Y') +
        same(`${words(61, 70)}(...)`),
    );
    expect(textDifferenceHtml(`${words(1, 25)}`, `${words(1, 25)}!`)).toBe(same(words(1, 25)) + ins('!'));
  });

  it('never cuts a character in two', () => {
    expect(textDifferenceHtml('so 😀 it is \ue000', 'so 😁 it is \ue000')).toBe(
      same('so ') + del('😀') + ins('😁') + same(' it is \ue000'),
    );
  });

  it('ends in time for texts that have nothing in common', () => {
    expect(processorTime(() => textDifferenceHtml('ab c'.repeat(50_000), 'x yz'.repeat(50_000)))).toBeLessThan(5000);
  });
});

describe('a text that came from elsewhere', () => {
  it.each([
    ['', ''],
    ['one\ntwo', 'one\n\n<b>two</b> & "three"'],
    ['x', ''],
  ])('counts as a difference when it is one: of %j and %j', (before, after) => {
    expect(isDifferenceHtml(textDifferenceHtml(before, after))).toBe(true);
  });

  it.each([
    'words',
    `${ins('a')}b`,
    '<ins style="background:#e6ffe6;">a',
    'a</ins>',
    `${ins('a')}</span>`,
    ins(del('a')),
    '<br />',
    '<span>a</ins>',
    '<span onclick="x()">a</span>',
    '<ins style="background:url(x);">a</ins>',
    same('<img src=x onerror=alert(1)>'),
    same('a > b'),
  ])('does not otherwise: %s', (html) => {
    expect(isDifferenceHtml(html)).toBe(false);
  });
});
