import { createHash, createHmac } from 'node:crypto';
import fc from 'fast-check';
import { compactDecrypt } from 'jose';
import { createTokens, cypherApplicationToken } from '../../../lib/tokens';

const secret = 'a secret of enough length';
const tokens = createTokens(secret, { access: 60, refresh: 120 });
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const decode = (part: string | undefined): unknown => JSON.parse(Buffer.from(part ?? '', 'base64url').toString());

function forge(header: object, claims: object, key = secret): string {
  const signed = `${encode(header)}.${encode(claims)}`;
  return `${signed}.${createHmac('sha256', key).update(signed).digest('base64url')}`;
}

afterEach(() => jest.useRealTimers());

describe('tokens', () => {
  it('carry exactly the claims of the API', async () => {
    const { token, jti, expires } = await tokens.sign('refresh', 7);
    const [header, claims] = token.split('.');
    expect(decode(header)).toEqual({ alg: 'HS256', typ: 'JWT' });
    expect(decode(claims)).toEqual({ token_type: 'refresh', exp: expires, jti, user_id: 7 });
    expect(jti).toMatch(/^[0-9a-f]{32}$/);
    expect(Math.abs(expires - Date.now() / 1000 - 120)).toBeLessThan(2);
    expect(await tokens.verify(token, 'refresh')).toEqual({ userId: 7, jti, expires });
  });

  it.each(['access', 'refresh', 'cancel_account', 'transfer'] as const)('of type %s are good for that type only', async (type) => {
    const { token } = await tokens.sign(type, 7);
    for (const other of ['access', 'refresh', 'cancel_account', 'transfer'] as const) {
      expect((await tokens.verify(token, other)) !== null).toBe(other === type);
    }
  });

  it('expire, also when they were seen before', async () => {
    const { token, expires } = await tokens.sign('access', 7);
    expect(await tokens.verify(token, 'access')).not.toBeNull();
    jest.useFakeTimers({ now: expires * 1000 - 1 });
    expect(await tokens.verify(token, 'access')).not.toBeNull();
    jest.setSystemTime(expires * 1000);
    expect(await tokens.verify(token, 'access')).toBeNull();
    expect(await createTokens(secret, { access: 60, refresh: 60 }).verify(token, 'access')).toBeNull();
  });

  it('are refused when forged, signed otherwise or incomplete', async () => {
    const exp = Math.floor(Date.now() / 1000) + 60;
    const claims = { token_type: 'access', exp, jti: 'a'.repeat(32), user_id: 7 };
    const good = forge({ alg: 'HS256', typ: 'JWT' }, claims);
    expect(await tokens.verify(good, 'access')).toMatchObject({ userId: 7 });
    const bad = [
      forge({ alg: 'HS256' }, claims, 'another secret'),
      forge({ alg: 'HS512' }, claims),
      `${encode({ alg: 'none' })}.${encode(claims)}.`,
      good.slice(0, -2),
      forge({ alg: 'HS256' }, { ...claims, user_id: '7' }),
      forge({ alg: 'HS256' }, { ...claims, user_id: 1.5 }),
      ...Object.keys(claims).map((name) => forge({ alg: 'HS256' }, { ...claims, [name]: undefined })),
    ];
    for (const token of bad) expect(await tokens.verify(token, 'access')).toBeNull();
  });

  it('never fail on garbage', async () => {
    const part = fc.string();
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          part,
          fc.tuple(part, part, part).map((parts) => parts.join('.')),
        ),
        async (text) => {
          expect(await tokens.verify(text, 'access')).toBeNull();
        },
      ),
    );
  });
});

describe('cypherApplicationToken', () => {
  const key = 'this-is-the-secret-key';
  const decipher = (text: string) => compactDecrypt(text, createHash('sha256').update(key).digest().subarray(0, 16));

  it('makes what the holder of the key reads as it reads the published test vector', async () => {
    const vector =
      'eyJlbmMiOiJBMjU2R0NNIiwiYWxnIjoiQTEyOEtXIn0.H5jWzzXQISSh_QPCO5mWhT0EI9RRV45xA7vbWoxeBIjiCL3qwAmlzg.bBWVKwGTkta5y99c.' +
      'ArycfFtrlmWgyZ4lwXw_JiSVmkn9YF6Xwlh8nVDku0BLW8kvaxNy3XRbbb17MtZ7mg.pDkpgDwffCyCy4sYNQI6zA';
    const published = await decipher(vector);
    const made = await decipher(await cypherApplicationToken('95db1710-5238-11e5-a86e-68f72800aadd', key));
    expect(made.protectedHeader).toEqual(published.protectedHeader);
    expect(JSON.parse(Buffer.from(made.plaintext).toString())).toEqual(JSON.parse(Buffer.from(published.plaintext).toString()));
  });
});
