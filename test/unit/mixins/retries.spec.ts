import { retryPauses } from '../../../lib/contracts/change-stream';
import { StoreUnavailableError } from '../../../lib/store';
import { pauseAfter } from '../../../mixins/change-stream/retries';

describe('a change that could not be handled', () => {
  it('comes again after growing pauses, and is given up after the last', () => {
    const failures = [...retryPauses.map((_, place) => place + 1), retryPauses.length + 1];
    expect(failures.map((count) => pauseAfter(count, new Error('defect')))).toEqual([...retryPauses, null]);
  });

  it('comes again soon, and is never given up, while what it needs is away', () => {
    const pauses = [1, 2, 3, 4, 5, 20, 1000].map((count) => pauseAfter(count, new StoreUnavailableError('away')));
    expect(pauses).toEqual([1, 2, 5, 15, 15, 15, 15]);
  });
});
