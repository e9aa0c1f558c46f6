import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { catalogue } from '../../../lib/errors';

const document = readFileSync(join(__dirname, '../../../docs/errors.md'), 'utf8');

it('lists exactly the errors of the catalogue in docs/errors.md', () => {
  const documented = document.split('\n').filter((line) => /^\| [A-Z_]+ \|/.test(line));
  const expected = Object.entries(catalogue).map(
    ([key, entry]) => `| ${key} | ${entry.status} | ${entry.class} | ${entry.message} | ${entry.when} |`,
  );
  expect(documented.map((line) => line.replace(/ +/g, ' '))).toEqual(expected.map((line) => line.replace(/ +/g, ' ')));
});
