import sanitizeHtml from 'sanitize-html';
import { renderMarkdown } from '../../../../lib/text/markdown';
import { processorTime } from '../../../support/processor-time';
import { environment } from './support/environment';

const render = (source: string): string => renderMarkdown(source, environment());

/** Every attribute of every element that a browser would see. */
function elementsOf(html: string): { name: string; attributes: Record<string, string> }[] {
  const found: { name: string; attributes: Record<string, string> }[] = [];
  sanitizeHtml(html, {
    allowedTags: false,
    allowedAttributes: false,
    allowVulnerableTags: true,
    onOpenTag: (name, attributes) => found.push({ name, attributes }),
  });
  return found;
}

const attacks = [
  '<script>alert(1)</script>',
  '<ScRiPt src=//evil.example/x.js></sCrIpT>',
  '<img src=x onerror=alert(1)>',
  '<img src="x" onerror\n=\n"alert(1)"',
  '<b/onclick=alert(1)>x</b>',
  '<svg><script>alert(1)</script></svg>',
  '<svg/onload=alert(1)>',
  '<math><mtext></p><style><img src onerror=alert(1)></style></math>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<object data="data:text/html,<script>alert(1)</script>"></object>',
  '<style>@import "//evil.example";</style><link rel=stylesheet href=//evil.example>',
  '<meta http-equiv="refresh" content="0;url=//evil.example"><base href="//evil.example">',
  '<form action="//evil.example"><button formaction="javascript:alert(1)">x</button></form>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href=" java\nscript:alert(1)">x</a>',
  '<a href="java&#x73;cript&colon;alert(1)">x</a>',
  '<a href="&#1;javascript:alert(1)">x</a>',
  '<a href="vbscript:x" id="a" style="background:url(javascript:alert(1))">x</a>',
  '<img src="data:image/svg+xml,<svg onload=alert(1)>">',
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt&colon;alert(1))',
  '[x](<java\tscript:alert(1)>)',
  '![x](data:text/html,<script>alert(1)</script>)',
  '![x](x" onerror="alert\\(1\\))',
  '<javascript:alert(1)>',
  '[x]: javascript:alert(1)\n\n[x]',
  '[x](http://a "title\\" onmouseover=\\"alert(1)")',
  '[[home|<img src=x onerror=alert(1)>]]',
  '*[ab]: " onmouseover="alert(1)\n\nab',
  '[^"><img/src=x/onerror=alert(1)>]\n\n[^"><img/src=x/onerror=alert(1)>]: x',
  '```"><script>alert(1)</script>\n<script>alert(1)</script>\n```',
  '# <img src=x onerror=alert(1)>',
  '<!--><script>alert(1)</script>-->',
  '<![CDATA[<script>alert(1)</script>]]>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<textarea><img title="</textarea><img src=x onerror=alert(1)>"></textarea>',
  '<div style="background: red; position: fixed; behavior: url(x); background: expression(alert(1))">x</div>',
  '<input type="image" src="x" onfocus=alert(1) autofocus>',
];

const allowedNames =
  /^(a|abbr|acronym|b|blockquote|code|em|i|li|ol|strong|ul|p|table|thead|tbody|th|tr|td|h[1-6]|div|pre|span|hr|dl|dt|dd|sup|img|del|br|ins|input|label)$/;
const allowedAttributes = /^(class|style|id|href|title|alt|target|src|type|checked)$/;

describe('hostile texts', () => {
  it('are seen by the check below as a browser sees them', () => {
    expect(elementsOf('<svg><img src=x onerror="y"></svg>')).toEqual([
      { name: 'svg', attributes: {} },
      { name: 'img', attributes: { src: 'x', onerror: 'y' } },
    ]);
  });

  it.each(attacks)('leave nothing that runs: %j', (attack) => {
    for (const { name, attributes } of elementsOf(render(attack))) {
      expect(name).toMatch(allowedNames);
      for (const [attribute, value] of Object.entries(attributes)) {
        expect(attribute).toMatch(allowedAttributes);
        // As a browser reads an address: without control characters and blanks.
        if (/^(href|src)$/.test(attribute)) expect(value.replace(/[\x00-\x20]/g, '')).not.toMatch(/^(javascript|vbscript|data):/i); // eslint-disable-line no-control-regex
        if (attribute === 'style') expect(value).not.toMatch(/url|expression|position|behavior/i);
      }
    }
  });

  it('leave no element open that would swallow what follows', () => {
    expect(render('<div><b>x')).toBe('<div><b>x</b></div>');
    expect(render('x</div></p></td>')).not.toContain('</div>');
    expect(render('<script>')).toBe('&lt;script&gt;');
  });

  const long = 50_000;
  const runs: Record<string, string> = {
    ...Object.fromEntries(
      [
        '[',
        '![',
        '[a](',
        '[[a|b',
        '*a ',
        '**a*',
        '_a_b',
        '~~a',
        '`',
        '>',
        '> ',
        '- ',
        '<',
        '<a ',
        '<div>',
        '<!--',
        '<![CDATA[',
        '&',
        '&#',
        '#1 ',
        '@a ',
        ':',
        ':+1:\n',
      ].map((unit) => [`a run of ${JSON.stringify(unit)}`, unit.repeat(long / unit.length)]),
    ),
    'nested brackets': '['.repeat(long) + ']'.repeat(long),
    'nested images': '!['.repeat(long / 2) + '](x)'.repeat(long / 2),
    'nested elements': '<b>'.repeat(long / 2) + '</b>'.repeat(long / 2),
    'backticks of growing length': Array.from({ length: 300 }, (_, index) => '`'.repeat(index + 1)).join(' '),
    'lists ever deeper': Array.from({ length: 300 }, (_, index) => `${' '.repeat(index)}- x`).join('\n'),
    'footnote labels without an end': `[^a]: x\n\n${'[^a'.repeat(long / 3)}`,
    'many footnotes': Array.from({ length: 5000 }, (_, index) => `[^${index}]: x\n\ny[^${index}]\n\n`).join(''),
    'many abbreviations': `${Array.from({ length: 5000 }, (_, index) => `*[A${index}]: x`).join('\n')}\n\n${'A1 A2 '.repeat(5000)}`,
    'nested definitions': 'a\n: '.repeat(long / 4),
    'equal headings': '# a\n'.repeat(5000),
    'a name that ends in points': `@${'.'.repeat(long)}`,
    'addresses without an end': 'http://www.a@'.repeat(long / 13),
    'a long style': `<b style="background:${'('.repeat(long)}">`,
    'a wide table': `${'a|'.repeat(5000)}\n${'-|'.repeat(5000)}\n${'|\n'.repeat(1000)}`,
  };

  it.each(Object.keys(runs))('are rendered in time: %s', (name) => {
    expect(processorTime(() => render(runs[name] ?? ''))).toBeLessThan(5000);
  });
});
