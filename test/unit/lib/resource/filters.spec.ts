import { conditionsOf, dateFilters, q, type FilterContext } from '../../../../lib/resource/filters';

const declarations = {
  status: q.ids('status', { excludes: true }),
  tags: q.names('tags', { excludes: true }),
  is_closed: q.boolean('is_closed'),
  ...dateFilters('created_date'),
};
const nowhere = { context: null } as FilterContext;
const read = async (query: Record<string, string>) => Object.fromEntries(await conditionsOf(declarations, query, nowhere));

describe('filters of lists', () => {
  it('join the values of one parameter by or, null standing for none', async () => {
    expect(await read({ status: '1,null' })).toEqual({ status: { status: { in: [1, null] } } });
    expect(await read({ status: '3' })).toEqual({ status: { status: 3 } });
  });

  it('negate with exclude_ where that is declared', async () => {
    expect(await read({ exclude_tags: 'a, b' })).toEqual({ exclude_tags: { not: { tags: { containsAny: ['a', ' b', 'b'] } } } });
    expect(await read({ exclude_is_closed: 'true' })).toEqual({});
  });

  it('read dates and datetimes with their suffixes', async () => {
    expect(await read({ created_date__gte: '2030-1-2' })).toEqual({
      created_date__gte: { created_date: { gte: '2030-01-02T00:00:00.000Z' } },
    });
  });

  it.each([
    ['2030-01-02T10:20:30.5Z', '2030-01-02T10:20:30.500Z'],
    ['2030-01-02T10:20', '2030-01-02T10:20:00.000Z'],
    ['2030-01-02 10:20', '2030-01-02T10:20:00.000Z'],
    ['2030-01-02 10:20:30', '2030-01-02T10:20:30.000Z'],
    ['2030-01-02T10:20:30+0200', '2030-01-02T08:20:30.000Z'],
    ['2030-01-02T10:20:30 02:00', '2030-01-02T08:20:30.000Z'],
    ['2030-01-02 10:20-02:00', '2030-01-02T12:20:00.000Z'],
  ])('take %s for the moment %s, in UTC when it names no zone', async (sent, moment) => {
    expect(await read({ created_date: sent })).toEqual({ created_date: { created_date: moment } });
  });

  it('find names with blanks around them, and names behind a blank', async () => {
    expect(await read({ tags: ' x, y' })).toEqual({ tags: { tags: { containsAny: [' x', 'x', ' y', 'y'] } } });
    expect(await read({ tags: ' ,' })).toEqual({});
  });

  it.each([
    ['status', 'x'],
    ['is_closed', 'maybe'],
    ['created_date', '2030-02-31'],
    ['created_date', '2030-02-01T25:00'],
    ['created_date', '2030-02-01Tnoon'],
  ])('refuse %s=%s', async (name, value) => {
    await expect(read({ [name]: value })).rejects.toMatchObject({ code: 400 });
  });

  it('ignore unknown parameters and empty values', async () => {
    expect(await read({ unknown: '1', status: '' })).toEqual({});
  });
});
