import { finishedDate } from '../../../../services/issues/issue.rules';

describe('the finishing of an issue', () => {
  it('is dated when it is first saved with a closed status', () => {
    expect(finishedDate({ is_closed: true, finished_date: null }, 'now')).toBe('now');
    expect(finishedDate({ is_closed: true, finished_date: 'before' }, 'now')).toBe('before');
  });

  it('is forgotten when it opens', () => {
    expect(finishedDate({ is_closed: false, finished_date: 'before' })).toBeNull();
  });
});
