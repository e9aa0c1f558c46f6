import type { RestRequest } from '../../../../../lib/resource/request';
import { BulkBody } from '../../../../../lib/resource/traits/bulk-body';

const bulk = (body: Record<string, unknown>) => new BulkBody({ body } as RestRequest);

describe('the body of a bulk request', () => {
  it('holds no more elements than can be made within a request', () => {
    const much = bulk({ lines: 'a\n'.repeat(10_001), ids: Array(10_001).fill(1), places: Array(10_001).fill({ us_id: 1, order: 1 }) });
    expect([much.text('lines'), much.ids('ids'), much.places('places', 'us_id')]).toEqual(['', [], []]);
    expect(Object.keys(much.errors)).toEqual(['lines', 'ids', 'places']);
    const enough = bulk({ lines: 'a\n'.repeat(9999), ids: [1, 2, 1] });
    expect([enough.text('lines').length, enough.ids('ids'), enough.errors]).toEqual([19_998, [1, 2], {}]);
  });

  it('takes a number for a text, and nothing else', () => {
    expect(bulk({ lines: 7 }).text('lines')).toBe('7');
    for (const lines of [undefined, null, '', true, ['a'], {}]) {
      const refused = bulk({ lines });
      expect([refused.text('lines'), Object.keys(refused.errors)]).toEqual(['', ['lines']]);
    }
  });
});
