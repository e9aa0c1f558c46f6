import fc from 'fast-check';
import { judgeVersion, sentVersion } from '../../../../lib/resource/version';

const judged = (document: Parameters<typeof judgeVersion>[0], version: number, sent: string[]) => {
  try {
    judgeVersion(document, version, sent);
    return 'accepted';
  } catch {
    return 'refused';
  }
};

describe('optimistic concurrency', () => {
  const document = { version: 5, field_versions: { subject: 3, status: 5 } };

  it.each([
    [5, ['subject', 'status'], 'accepted'],
    [4, ['subject'], 'accepted'],
    [4, ['status'], 'refused'],
    [2, ['subject'], 'refused'],
    [2, ['comment'], 'accepted'],
    [6, ['subject'], 'refused'],
    [-1, ['subject'], 'refused'],
  ])('judges an edit from version %i of %j as %s', (version, sent, expected) => {
    expect(judged(document, version, sent)).toBe(expected);
  });

  it('reads whole numbers, also in text, and tells missing from malformed', () => {
    expect(sentVersion({ version: '3' })).toBe(3);
    expect(() => sentVersion({})).toThrow();
    expect(() => sentVersion({ version: 1.5 })).toThrow();
  });

  it('lets exactly those edits through that share no attribute with what came after their version', () => {
    const names = ['subject', 'status', 'tags', 'description'];
    const edit = fc.record({ from: fc.nat(6), fields: fc.uniqueArray(fc.constantFrom(...names), { minLength: 1 }) });
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 12 }), (edits) => {
        const element = { version: 1, field_versions: {} as Record<string, number> };
        const log: { version: number; fields: string[] }[] = [];
        for (const { from, fields } of edits) {
          const version = Math.max(0, element.version - from);
          const overlap = log.some((change) => change.version > version && change.fields.some((field) => fields.includes(field)));
          expect(judged(element, version, fields)).toBe(overlap ? 'refused' : 'accepted');
          if (overlap) continue;
          element.version += 1;
          for (const field of fields) element.field_versions[field] = element.version;
          log.push({ version: element.version, fields });
        }
      }),
    );
  });
});
