import { attachmentsIn, mentionsIn, referencesIn, renderMarkdown } from '../../../../lib/text/markdown';
import { environment } from './support/environment';

const render = (source: string): string => renderMarkdown(source, environment());

describe('the dialect', () => {
  it.each([
    ['breaks lines', 'one\ntwo', '<p>one<br>\ntwo</p>'],
    ['deletes', '~~old~~ ~kept~', '<p><del>old</del> ~kept~</p>'],
    ['nests strong and emphasised text', '***a*** *b* x_y_z', '<p><strong><em>a</em></strong> <em>b</em> x_y_z</p>'],
    ['nests lists', '- a\n    - b', '<ul>\n<li>a<ul>\n<li>b</li>\n</ul>\n</li>\n</ul>'],
    ['shows code as it is', '```js\n<i> #7 @ann :tada:\n```', code('&lt;i&gt; #7 @ann :tada:\n')],
    ['shows indented code', '    a\n    b', code('a\nb\n')],
    ['defines terms', 'Tea\n: Leaves', '<dl>\n<dt>Tea</dt>\n<dd>Leaves</dd>\n</dl>'],
    ['explains abbreviations', '*[API]: Interface\n\nAn API, no APIs', '<p>An <abbr title="Interface">API</abbr>, no APIs</p>'],
    [
      'gives headings ids',
      '# Größe & *Maß*\n## A\n## A',
      '<h1 id="grosse-mass">Größe &amp; <em>Maß</em></h1>\n<h2 id="a">A</h2>\n<h2 id="a_1">A</h2>',
    ],
    ['shows addresses in angle brackets as text', '<http://a.example/?b> c', '<p>&lt;http://a.example/?b&gt; c</p>'],
    ['keeps escaped marks', '\\#7 \\*x\\*', '<p>#7 *x*</p>'],
  ])('%s', (_, source, html) => expect(render(source)).toBe(html));

  it('has lists of tasks', () => {
    const box = (mark: string): string =>
      `<label class="task-list-control"><input ${mark}type="checkbox"><span class="task-list-indicator"></span></label>`;
    const item = (mark: string, text: string): string => `<li class="task-list-item">${box(mark)} ${text}</li>\n`;
    expect(render('1. [ ] wash\n2. [X] dry')).toBe(`<ol class="task-list">\n${item('', 'wash')}${item('checked ', 'dry')}</ol>`);
    expect(render('- [z] no task')).toBe('<ul>\n<li>[z] no task</li>\n</ul>');
  });

  it('has footnotes, each place of a repeated one with its own way back', () => {
    const html = render('a[^n] b[^n]\n\n[^n]: Note');
    expect(html).toContain('<sup id="fnref:n"><a class="footnote-ref" href="#fn:n" target="_blank">1</a></sup>');
    expect(html).toContain('<sup id="fnref2:n">');
    expect(html).toContain('<div class="footnote">\n<hr>\n<ol>\n<li id="fn:n">\n<p>Note&#160;<a class="footnote-backref" href="#fnref:n"');
  });
});

describe('links', () => {
  it.each([
    [
      'see https://x.example/a?b=1&c. End',
      '<p>see <a href="https://x.example/a?b=1&amp;c" target="_blank">https://x.example/a?b=1&amp;c</a>. End</p>',
    ],
    [
      'www.x.example, or bob@x.example',
      '<p><a href="http://www.x.example" target="_blank">www.x.example</a>, or <a href="mailto:bob@x.example" target="_blank">bob@x.example</a></p>',
    ],
    [
      '[in](https://front.example/x) [root](/y)',
      '<p><a href="https://front.example/x">in</a> <a href="https://front.example/y">root</a></p>',
    ],
    ['[no](https://front.example.evil.example/)', '<p><a href="https://front.example.evil.example/" target="_blank">no</a></p>'],
    ['[how](how-we-work)', '<p><a class="reference wiki" href="https://front.example/project/club/wiki/how-we-work">how</a></p>'],
    [
      '[[Über uns|About]]',
      '<p><a class="reference wiki" href="https://front.example/project/club/wiki/uber-uns" title="About">About</a></p>',
    ],
  ])('%s', (source, html) => expect(render(source)).toBe(html));

  it('lead to elements that exist, outside of words, links and code', () => {
    const link = '<a class="reference user-story" href="https://front.example/project/club/us/7" title="#7 Tea &amp; &lt;i&gt;">&num;7</a>';
    expect(render('(#7) #8 a#7 `#7`')).toBe(`<p>(${link}) #8 a#7 <code>#7</code></p>`);
    expect(render('[see #7](/x)')).not.toContain('us/7');
    expect(render('<a href="/x">#7</a>')).not.toContain('us/7');
  });

  it('lead to members, and leave the end of the sentence outside', () => {
    const link = '<a class="mention" href="https://front.example/profile/ann" title="Ann &quot;A&quot; Lee">@ann</a>';
    expect(render('ask @ann. Or me@ann or @bob')).toBe(`<p>ask ${link}. Or me@ann or @bob</p>`);
  });

  it('are only made inside a project where they need one', () => {
    expect(renderMarkdown('#7 [[home]] [x](y)', environment({ projectSlug: null }))).toBe(
      '<p>#7 [[home]] <a href="y" target="_blank">x</a></p>',
    );
  });

  it('follow attachments to their present address', () => {
    const attachmentUrl = (kind: string, id: number): string | null => (id === 5 ? `https://files.example/${kind}` : null);
    const html = renderMarkdown('![a](old.png#_taiga-refresh=us:5) ![b](old.png#_taiga-refresh=us:6)', environment({ attachmentUrl }));
    expect(html).toContain('src="https://files.example/us"');
    expect(html).toContain('src="old.png#_taiga-refresh=us:6"');
  });

  it('show the emojis that are known', () => {
    expect(render('a:tada::no_such_one:')).toBe('<p>a<img alt="tada" src="https://static.example/img/emojis/tada.png">:no_such_one:</p>');
  });
});

it('tells what a text names, so that it can be loaded beforehand', () => {
  const source = '#3, #4 and #3, `#5`, @ann. and mail@bob, `@eve` ![x](y#_taiga-refresh=issue:9)';
  expect(referencesIn(source)).toEqual([3, 4]);
  expect(mentionsIn(source)).toEqual(['ann.', 'ann']);
  expect(attachmentsIn(source)).toEqual([{ kind: 'issue', id: 9 }]);
});

function code(html: string): string {
  return `<div class="codehilite"><pre><span></span><code>${html}</code></pre></div>`;
}
