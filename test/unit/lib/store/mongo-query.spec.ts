import { compileFilter } from '../../../../lib/store/mongo/query';

describe('the query that MongoDB gets', () => {
  it('is plain fields, so that the key and every index can be used', () => {
    expect(compileFilter({ id: 7, version: 3 })).toEqual({ _id: 7, version: 3 });
    expect(compileFilter({ and: [{ project: 1 }, { and: [{ status: { in: [2, 3] } }, { order: { gt: 4 } }] }] })).toEqual({
      project: 1,
      status: { $in: [2, 3] },
      order: { $gt: 4 },
    });
  });

  it('joins what is asked of one field', () => {
    expect(compileFilter({ and: [{ id: { gt: 5 } }, { id: { lte: 9 } }] })).toEqual({ _id: { $gt: 5, $lte: 9 } });
    expect(compileFilter({ and: [{ name: null }, { name: { ne: 'a' } }] })).toEqual({ name: { $eq: null, $ne: 'a' } });
  });

  it('keeps apart what would overwrite another condition', () => {
    expect(compileFilter({ and: [{ tags: { contains: 'a' } }, { tags: { contains: 'b' } }] })).toEqual({
      tags: { $in: ['a'] },
      $and: [{ tags: { $in: ['b'] } }],
    });
    const inner = { and: [{ tags: { contains: 'a' } }, { tags: { contains: 'b' } }] };
    expect(compileFilter({ and: [inner, { tags: { contains: 'c' } }] })).toEqual({
      tags: { $in: ['a'] },
      $and: [{ tags: { $in: ['b'] } }, { tags: { $in: ['c'] } }],
    });
  });

  it('has one choice beside the fields and more of them in a list', () => {
    const choice = { or: [{ a: 1 }, { b: 2 }] };
    const compiled = { $or: [{ a: { $eq: 1 } }, { b: { $eq: 2 } }] };
    expect(compileFilter({ project: 1, ...choice })).toEqual({ project: 1, ...compiled });
    expect(compileFilter({ project: 1, and: [choice, { not: { a: 3 } }] })).toEqual({
      project: 1,
      $and: [compiled, { $nor: [{ a: { $eq: 3 } }] }],
    });
  });

  it('of nothing is everything, and of no choice nothing', () => {
    expect(compileFilter({})).toEqual({});
    expect(compileFilter({ or: [] })).toEqual({ $nor: [{}] });
  });
});
