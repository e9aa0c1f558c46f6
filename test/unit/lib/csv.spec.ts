import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { CsvProblem, delimiterOf, parseCsv } from '../../../lib/csv';

const cellsOf = (text: string) => [...parseCsv(text)].map(({ cells }) => cells);

describe('a CSV text', () => {
  it('is read back as it was written, whatever is in its cells', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', 'ü', '"', ',', '\n', '\r', ' ', ';', '=') });
    const table = fc
      .integer({ min: 2, max: 5 })
      .chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1 }));
    fc.assert(
      fc.property(table, fc.constantFrom('\n', '\r\n'), (rows, record_delimiter) => {
        const text = stringify(rows, { record_delimiter, quoted_match: /[\r\n]/ });
        expect([...parseCsv(text, ',')].map(({ cells }) => cells)).toEqual(rows);
      }),
    );
  });

  it.each([
    [
      'a,b\r\n1,2\r\n',
      ',',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a;b\n1;"x, y"',
      ';',
      [
        ['a', 'b'],
        ['1', 'x, y'],
      ],
    ],
    [
      'a\tb\r1\t2',
      '\t',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      '\uFEFF"a,;;;",b\n\n\n1,',
      ',',
      [
        ['a,;;;', 'b'],
        ['1', ''],
      ],
    ],
    ['', ',', []],
    ['one', ',', [['one']]],
  ])('%j is separated by %j', (text, delimiter, rows) => {
    expect(delimiterOf(text)).toBe(delimiter);
    expect(cellsOf(text)).toEqual(rows);
  });

  it('knows on which line each record begins', () => {
    expect([...parseCsv('a,b\n"two\r\nlines",x\n\nlast,y')].map(({ line }) => line)).toEqual([1, 2, 5]);
  });

  it.each([
    ['a,b\n"open,c\n', 2],
    ['a,b\n"closed"x,c\n', 2],
  ])('with broken quotes is refused with the line: %j', (text, line) => {
    let problem: unknown;
    try {
      cellsOf(text);
    } catch (error) {
      problem = error;
    }
    expect(problem).toBeInstanceOf(CsvProblem);
    expect((problem as CsvProblem).line).toBe(line);
  });
});
