import { mediaTypeOf, parseFormBody, parseJsonBody } from '../../../../lib/http/body';
import { parseQuery } from '../../../../lib/http/query';

const bytes = (text: string) => Buffer.from(text);
const parseErrorOf = (parse: () => unknown) => {
  try {
    parse();
  } catch (error) {
    return (error as { code?: number; type?: string }).type;
  }
  return null;
};

describe('parseJsonBody', () => {
  it('reads any JSON value, and drops a key that would change the prototype', () => {
    expect(parseJsonBody(bytes('{"a": [1, "ü", null], "__proto__": {"x": 1}}'))).toEqual({ a: [1, 'ü', null] });
    expect(parseJsonBody(bytes('[]'))).toEqual([]);
  });
  it.each([
    ['broken', '{"broken": '],
    ['NUL', '{"a": "x\\u0000"}'],
    ['half a surrogate pair', '["\\ud83d"]'],
    ['number out of range', '{"a": 1e999}'],
    ['absurd depth', '['.repeat(5000) + ']'.repeat(5000)],
  ])('refuses %s', (_, text) => expect(parseErrorOf(() => parseJsonBody(bytes(text)))).toBe('PARSE_ERROR'));
  it('refuses what is not UTF-8', () => expect(parseErrorOf(() => parseJsonBody(Buffer.from('"\xfc"', 'latin1')))).toBe('PARSE_ERROR'));
});

describe('parseFormBody', () => {
  it('reads texts; of a repeated field the last counts', () => {
    expect(parseFormBody(bytes('a=1&b=x+y%26%C3%BC&a=2&c&d=100%'))).toEqual({ a: '2', b: 'x y&ü', c: '', d: '100%' });
  });
  it.each(['a=%FC', 'a=%00', '%ED%A0%80=1'])('refuses %s', (text) =>
    expect(parseErrorOf(() => parseFormBody(bytes(text)))).toBe('PARSE_ERROR'),
  );
  it('refuses masses of fields', () => expect(parseErrorOf(() => parseFormBody(bytes('a&'.repeat(2000))))).toBe('TOO_LARGE'));
});

describe('parseQuery', () => {
  it('lets the last of repeated parameters count, and keeps malformed encoding as it stands', () => {
    expect(parseQuery('a=1&a=2&b=%zz&c=x+%C3%BC&=e&d=a=b&__proto__=x')).toEqual({ a: '2', b: '%zz', c: 'x ü', '': 'e', d: 'a=b' });
    expect(parseQuery('')).toEqual({});
  });
});

it('finds the media type whatever its parameters', () => {
  expect([mediaTypeOf('Application/JSON; charset=latin1'), mediaTypeOf(undefined)]).toEqual(['application/json', '']);
});
