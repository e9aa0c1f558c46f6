import { text } from 'node:stream/consumers';
import { OutsideClient, OutsideFailure } from '../../../../../services/importers/outside/ask';
import { startStub, type Stub } from '../../../../support/outside/stub';

let system: Stub;
let stranger: Stub;

beforeAll(async () => {
  stranger = await startStub([['GET', /^\/file$/, ({ headers }) => ({ body: `seen ${headers.authorization ?? 'nothing'}` })]]);
  system = await startStub([
    ['GET', /^\/api\/thing$/, () => ({ body: { a: 1 } })],
    ['GET', /^\/file$/, ({ headers }) => ({ body: `seen ${headers.authorization ?? 'nothing'}` })],
    ['GET', /^\/moved$/, () => ({ status: 302, headers: { location: '/file' } })],
    ['GET', /^\/away$/, () => ({ status: 302, headers: { location: `${stranger.origin}/file` } })],
    ['GET', /^\/circle$/, () => ({ status: 302, headers: { location: '/circle' } })],
  ]);
});

afterAll(() => {
  system.stop();
  stranger.stop();
});

const client = (more: Partial<ConstructorParameters<typeof OutsideClient>[0]> = {}) =>
  new OutsideClient({
    base: `${system.origin}/api`,
    allowPrivate: true,
    credentials: () => ({ authorization: 'secret' }),
    patience: 5000,
    lifetime: 10_000,
    ...more,
  });

describe('a client of an outside system', () => {
  it('shows who asks to the system itself, and follows its redirects', async () => {
    expect(await client().json('/thing')).toEqual({ a: 1 });
    for (const path of ['/file', '/moved']) {
      const file = await client().file(`${system.origin}${path}`);
      expect(file && (await text(file))).toBe('seen secret');
    }
  });

  it('neither reaches private addresses that the system names, nor shows them who asks', async () => {
    for (const address of [
      `${stranger.origin}/file`,
      `${system.origin}/away`,
      'http://169.254.169.254/latest',
      'file:///etc/passwd',
      'nonsense',
    ]) {
      expect(await client().file(address)).toBeNull();
    }
    expect(stranger.requests).toEqual([]);
  });

  it('shows who asks to the address of its files, too', async () => {
    const file = await client({ files: `${stranger.origin}/1` }).file(`${stranger.origin}/file`);
    expect(file && (await text(file))).toBe('seen secret');
  });

  it('never reaches a private system that nobody allowed', async () => {
    const before = system.requests.length;
    await expect(client({ allowPrivate: false }).json('/thing')).rejects.toMatchObject({ status: null, isFinal: true });
    expect(system.requests).toHaveLength(before);
  });

  it('gives up in circles, and when its time is over', async () => {
    expect(await client().file(`${system.origin}/circle`)).toBeNull();
    const failure = await client({ lifetime: 0 })
      .json('/thing')
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(OutsideFailure);
    expect(String(failure)).toContain('takes too long');
  });

  it('asks again after a stumble, but never sends anything twice', async () => {
    system.instead.push({ status: 503 });
    expect(await client().json('/thing')).toEqual({ a: 1 });
    const before = system.requests.length;
    system.instead.push({ status: 500 });
    await expect(client().json('/thing', {}, { method: 'POST', body: 'x' })).rejects.toMatchObject({ status: 500 });
    expect(system.requests).toHaveLength(before + 1);
  });
});
