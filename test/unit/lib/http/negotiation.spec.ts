import { acceptsJson, memoizeHeader } from '../../../../lib/http/negotiation';
import { parseQualityList } from '../../../../lib/http/quality-list';

describe('acceptsJson', () => {
  it.each([
    '',
    '*/*',
    'application/*',
    'application/json',
    'APPLICATION/JSON; indent=4',
    'text/html, application/json;q=0.5',
    'text/html,*/*;q=0.1',
  ])('allows %j', (header) => expect(acceptsJson(header)).toBe(true));
  it.each(['text/html', 'application/xml', 'application/json;q=0', '*/*, application/json;q=0', 'application/*;q=0, */*', 'json'])(
    'refuses %j',
    (header) => expect(acceptsJson(header)).toBe(false),
  );
});

it('reads qualities, and takes unreadable ones for a refusal', () => {
  expect(parseQualityList('A, b ; q=0.5,,c;q=x,d;q=1.000')).toEqual([
    { value: 'a', quality: 1 },
    { value: 'b', quality: 0.5 },
    { value: 'c', quality: 0 },
    { value: 'd', quality: 1 },
  ]);
});

it('remembers headers without growing for ever', () => {
  const compute = jest.fn((header: string) => header.length);
  const length = memoizeHeader(compute, 2);
  expect(['a', 'a', 'bb', 'bb', 'ccc', 'a'].map(length)).toEqual([1, 1, 2, 2, 3, 1]);
  expect(compute.mock.calls.map(([header]) => header)).toEqual(['a', 'bb', 'ccc', 'a']);
});
