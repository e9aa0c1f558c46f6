import { FieldProblem } from '../../../../lib/resource/fields';
import { slugField } from '../../../../lib/resource/slug-field';

describe('a slug that may be given', () => {
  const read = (value: unknown) => slugField().read(value, { operation: 'create' });

  it('is of letters, digits, underscores and hyphens, or empty', () => {
    expect(['Sprint_1-b', '', null, 7].map(read)).toEqual(['Sprint_1-b', '', '', '7']);
  });

  it.each([['two words'], ['ü'], ['a.b'], ['x'.repeat(251)], [['a']], [true]])('is not %j', (value) => {
    expect(() => read(value)).toThrow(FieldProblem);
  });
});
