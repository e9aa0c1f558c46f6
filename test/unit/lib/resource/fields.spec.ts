import { FieldProblem, f } from '../../../../lib/resource/fields';
import { readBody } from '../../../../lib/resource/read-body';

const patch = { operation: 'patch' as const };
const reading = (read: () => unknown) => {
  try {
    return read();
  } catch (error) {
    if (error instanceof FieldProblem) return { problem: error.messages[0] };
    throw error;
  }
};

describe('fields', () => {
  it.each([
    ['true', true],
    ['f', false],
    ['0', false],
    [1, true],
    [null, false],
    ['yes', true],
    [[], false],
  ])('read %j as the boolean %j', (value, expected) => {
    expect(f.boolean().read(value, patch)).toBe(expected);
  });

  it.each([
    ['2030-1-5', '2030-01-05'],
    ['', null],
    ['2030-02-30', { problem: expect.stringContaining('Date has wrong format') as unknown }],
    ['2030-01-05T10:00:00Z', { problem: expect.stringContaining('Date has wrong format') as unknown }],
  ])('read %j as a date', (value, expected) => {
    expect(reading(() => f.date().read(value, patch))).toEqual(expected);
  });

  it.each([
    ['7', 7],
    [7, 7],
    ['x', { problem: 'Incorrect type. Expected pk value, received str.' }],
    [true, { problem: 'Incorrect type. Expected pk value, received bool.' }],
    [null, null],
  ])('read %j as the id of something', (value, expected) => {
    expect(reading(() => f.link('things').read(value, patch))).toEqual(expected);
  });

  it.each([
    ['7', 7],
    [-1, -1],
    ['x', { problem: '“x” value must be an integer.' }],
    [1.5, { problem: '“1.5” value must be an integer.' }],
    [null, { problem: 'This field cannot be null.' }],
  ])('read %j as a place', (value, expected) => {
    expect(reading(() => f.place().read(value, patch))).toEqual(expected);
  });

  it('count characters, not the units that they are stored as', () => {
    const name = f.text({ min: 2, max: 3 });
    expect(name.read('🐦🐦🐦', patch)).toBe('🐦🐦🐦');
    expect(reading(() => name.read('🐦🐦🐦🐦', patch))).toEqual({ problem: 'Ensure this value has at most 3 characters (it has 4).' });
    expect(reading(() => name.read('🐦', patch))).toEqual({ problem: 'Ensure this value has at least 2 characters (it has 1).' });
  });

  it('turn numbers into text and refuse lists for it', () => {
    expect(f.text().read(5, patch)).toBe('5');
    expect(reading(() => f.text().read(['x'], patch))).toEqual({ problem: 'Not a valid string.' });
  });

  it('say "required" for an empty text on creation and "blank" in an edit', () => {
    const name = f.text({ required: true, max: 3 });
    expect(reading(() => name.read('', { operation: 'create' }))).toEqual({ problem: 'This field is required.' });
    expect(reading(() => name.read('', patch))).toEqual({ problem: 'This field cannot be blank.' });
    expect(reading(() => name.read('long', patch))).toEqual({ problem: 'Ensure this value has at most 3 characters (it has 4).' });
  });
});

describe('reading a body', () => {
  const fields = {
    name: f.text({ required: true }),
    order: f.integer({ initial: 10 }),
    note: f.text({ keptByPut: true }),
    id: f.computed(0),
  };

  it('takes what is sent in a PATCH and nothing else', () => {
    expect(readBody(fields, { order: '4', id: 9, other: 1 }, 'patch')).toEqual({ values: { order: 4 }, errors: {} });
  });

  it('brings omitted fields back to their defaults in a PUT, save those that are kept', () => {
    expect(readBody(fields, { name: 'x' }, 'replace')).toEqual({ values: { name: 'x', order: 10 }, errors: {} });
  });

  it('collects all errors of a creation by field', () => {
    expect(readBody(fields, { order: 'x' }, 'create').errors).toEqual({
      name: ['This field is required.'],
      order: ['Enter a whole number.'],
    });
  });
});
