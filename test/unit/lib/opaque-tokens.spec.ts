import { drawToken, hashToken, isTokenOf, readOpaqueToken } from '../../../lib/opaque-tokens';

describe('opaque tokens', () => {
  it('say whose they are and prove it by their hash', () => {
    const token = drawToken('pat', 17);
    expect(readOpaqueToken(token)).toEqual({ kind: 'pat', id: 17 });
    expect(isTokenOf(token, hashToken(token))).toBe(true);
    expect(isTokenOf(drawToken('pat', 17), hashToken(token))).toBe(false);
  });

  it.each([
    '',
    'x',
    'larch_pat__x',
    `larch_xyz_1_${'a'.repeat(43)}`,
    `larch_pat_1_${'a'.repeat(44)}`,
    `larch_pat_${'1'.repeat(16)}_${'a'.repeat(43)}`,
  ])('are not %j', (text) => expect(readOpaqueToken(text)).toBeNull());

  it.each(['', 'zz', 'ab'])('match no hash of another form: %j', (hash) => expect(isTokenOf(drawToken('app', 1), hash)).toBe(false));
});
