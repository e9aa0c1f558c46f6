import fc from 'fast-check';
import { DumpSplitter, dumpLimits } from '../../../../lib/dumps/read/dump-splitter';
import { DumpFormatError } from '../../../../lib/dumps/read/json-scanner';

type Item = Record<string, unknown>;

/** Takes a dump apart that comes in pieces of a length, and puts it together again. */
function taken(text: string | Buffer, length = 7, limits = dumpLimits) {
  const files: Buffer[][] = [];
  const items: Record<string, unknown[]> = {};
  const splitter: DumpSplitter = new DumpSplitter(
    {
      item: (section, bytes) => (items[section] ??= []).push(JSON.parse(bytes.toString())),
      fileBytes: (bytes) => (files[splitter.filesSoFar] ??= []).push(bytes),
    },
    limits,
  );
  const all = Buffer.from(text);
  for (let start = 0; start < all.length; start += length) splitter.write(all.subarray(start, start + length));
  splitter.end();
  const contents = files.map((parts) => Buffer.concat(parts).toString());
  return { project: splitter.project, items, contents, splitter };
}

const withFile = (data: unknown) => ({ attachments: [{ attached_file: { data, name: 'a' } }] });
const dataOf = (item: unknown) => ((item as Item).attachments as { attached_file: { data: unknown } }[])[0]?.attached_file.data;

describe('a dump that is taken apart', () => {
  it('gives the same values as parsing it as a whole, wherever its pieces end', () => {
    const value = fc.jsonValue({ maxDepth: 4 });
    const record = fc.dictionary(fc.string(), value, { maxKeys: 4 });
    fc.assert(
      fc.property(fc.array(record), record, fc.integer({ min: 1, max: 40 }), fc.boolean(), (stories, rest, length, spaced) => {
        const own = Object.fromEntries(Object.entries(rest).filter(([key]) => key !== 'user_stories' && key !== '__proto__'));
        const text = JSON.stringify({ ...own, user_stories: stories }, null, spaced ? 2 : undefined);
        const { project, items } = taken(text, length);
        const whole = JSON.parse(text) as Item;
        expect(items.user_stories ?? []).toEqual(whole.user_stories);
        expect({ ...project, user_stories: whole.user_stories }).toEqual(whole);
      }),
      { numRuns: 150 },
    );
  });

  it('has its files cut out and decoded', () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { maxLength: 4 }), fc.integer({ min: 1, max: 30 }), (contents, length) => {
        const stories = contents.map((content) => withFile(Buffer.from(content).toString('base64')));
        const found = taken(JSON.stringify({ user_stories: stories }), length);
        expect(found.contents).toEqual(contents);
        expect((found.items.user_stories ?? []).map((item) => found.splitter.fileOf(dataOf(item)))).toEqual(
          contents.map((_, index) => index),
        );
      }),
      { numRuns: 100 },
    );
  });

  it('takes only what stands at the place of a file for one', () => {
    const item = { custom_attributes_values: { attached_file: { data: 'aGk=' }, data: 'aGk=' }, data: 'aGk=', ...withFile('aGk=') };
    const { items, contents, splitter } = taken(JSON.stringify({ issues: [item] }));
    expect(items.issues).toMatchObject([{ custom_attributes_values: { attached_file: { data: 'aGk=' }, data: 'aGk=' }, data: 'aGk=' }]);
    expect(contents).toEqual(['hi']);
    expect(splitter.fileOf('aGk=')).toBeNull();
    expect(splitter.fileOf('x:0')).toBeNull();
  });

  it('knows the key of a file when it is written with escapes, and base64 with them, too', () => {
    const text = '{"issues":[{"attachments":[{"attached_file":{"d\\u0061ta":"\\u0061Gk\\/\\n"}}]}]}';
    expect(taken(text, 3).contents).toEqual([Buffer.from('aGk/', 'base64').toString()]);
  });

  it.each([
    ['', 'byte 0'],
    ['not json', 'byte 0'],
    ['[1, 2]', 'byte 0'],
    ['{"a": 1', 'byte 7'],
    ['{"a": 1}}', 'byte 8'],
    ['{"a" 1}', 'byte 5, at a'],
    ['{"a": 1,}', 'byte 8, at a'],
    ['{"a": tru}', 'byte 9, at a'],
    ['{"a": [1 2]}', 'byte 9, at a[0]'],
    ['{"user_stories": [{"ref": 1}, {"ref": 01}]}', 'at user_stories[1].ref'],
    ['{"user_stories": [{"a": "\n"}]}', 'at user_stories[0]'],
    ['{"logo": {"data": "***"}}', 'at logo.data'],
  ])('is refused with the place where it is wrong: %s', (text, place) => {
    expect(() => taken(text)).toThrow(DumpFormatError);
    expect(() => taken(text)).toThrow(place);
  });

  it('is refused when it is nested too deeply, however long it is', () => {
    expect(() => taken(`{"a":${'['.repeat(1_000_000)}`, 65_536)).toThrow('Nested deeper than 100 levels');
  });

  it('is refused when an item or the project is too long, before that is in memory', () => {
    const limits = { item: 1000, project: 1500, depth: 10 };
    const long = 'x'.repeat(999);
    expect(() => taken(JSON.stringify({ issues: [{ subject: long }] }), 100, limits)).toThrow('Longer than 1000 bytes');
    expect(() => taken(JSON.stringify({ a: long.slice(10), b: long.slice(10) }), 100, limits)).toThrow('longer than 1500 bytes');
    expect(taken(JSON.stringify({ issues: [withFile('A'.repeat(40_000))] }), 100, limits).contents).toHaveLength(1);
  });

  it('never gives an object another prototype', () => {
    const { project } = taken('{"__proto__": {"polluted": 1}, "name": "x"}');
    expect(project).toEqual({ name: 'x' });
    expect(Object.getPrototypeOf(project)).toBe(Object.prototype);
  });
});
