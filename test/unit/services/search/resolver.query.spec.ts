import { apiErrorOf } from '../../../../lib/errors';
import { readResolverQuery } from '../../../../services/search/resolver.query';

const refusal = (query: Record<string, string>) => {
  try {
    return readResolverQuery(query);
  } catch (error) {
    return apiErrorOf(error)?.data.body;
  }
};

describe('the query of the resolver', () => {
  it('reads refs by kind and slugs', () => {
    expect(readResolverQuery({ project: 'p', us: '3', issue: '04', milestone: 's', wikipage: 'home' })).toEqual({
      project: 'p',
      refs: { us: 3, issue: 4 },
      milestone: 's',
      wikipage: 'home',
      ref: null,
    });
  });

  it('refuses by field what is missing or no number', () => {
    expect(refusal({})).toEqual({ project: ['This field is required.'] });
    expect(refusal({ project: 'p', us: 'text' })).toEqual({ us: ['Enter a whole number.'] });
  });

  it.each(['epic', 'us', 'task', 'issue', 'wikipage'])('refuses ref together with %s', (name) => {
    const message = `'${name}' param is incompatible with 'ref' in the same request`;
    expect(refusal({ project: 'p', ref: '1', [name]: '1' })).toEqual({ non_field_errors: [message] });
  });

  it('takes ref together with a milestone', () => {
    expect(readResolverQuery({ project: 'p', ref: 'home', milestone: 's' })).toMatchObject({ ref: 'home', milestone: 's' });
  });
});
