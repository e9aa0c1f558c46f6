import { connect } from 'node:net';
import { ownTemporaryFolder } from '../../support/temporary-folder';
import { until } from '../../support/until';
import { startGateway, type TestGateway } from './support';
import { leftovers, streams, things } from './services';

const removeTemporaryFolder = ownTemporaryFolder();
let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway([things], { LARCH_MAX_BODY: '1000', LARCH_MAX_UPLOAD: '5000' });
});
afterAll(async () => {
  await gateway.stop();
  removeTemporaryFolder();
});

const upload = (form: FormData, query = '') => gateway.fetch(`/things/attachments${query}`, { method: 'POST', body: form });
const port = () => Number(new URL(gateway.base).port);

describe('uploads', () => {
  it('hands the file over as a stream, with fields sent before and after it, and keeps nothing', async () => {
    const form = new FormData();
    form.set('project', '1');
    form.set('attached_file', new Blob(['\xff\x00content'.repeat(100)], { type: 'image/png' }), 'Bild ü.png');
    form.set('other', new Blob(['ignored']), 'second.txt');
    form.set('description', 'after');
    const response = await upload(form);
    const { params, content, spooled } = (await response.json()) as {
      params: { body: unknown; file: unknown; form: boolean };
      content: string;
      spooled: number;
    };
    expect(response.status).toBe(201);
    expect(params).toMatchObject({ form: true, body: { project: '1', description: 'after' } });
    const bytes = Buffer.from('\xff\x00content'.repeat(100)).toString('latin1');
    expect(params.file).toEqual({ field: 'attached_file', filename: 'Bild ü.png', contentType: 'image/png', size: bytes.length });
    expect([content, spooled]).toEqual([bytes, 1]);
    expect(leftovers()).toEqual([]);
  });

  it('has no file when none was chosen, nor in JSON', async () => {
    const form = new FormData();
    form.set('attached_file', new Blob([]), '');
    const { params, content } = (await (await upload(form)).json()) as { params: { file: unknown }; content: unknown };
    expect([params.file, content]).toEqual([null, null]);
    const asJson = await gateway.fetch('/things/attachments', {
      method: 'POST',
      body: '{"a": 1}',
      headers: { 'content-type': 'application/json' },
    });
    expect(await asJson.json()).toMatchObject({ params: { body: { a: 1 }, file: null }, content: null });
  });

  it('keeps nothing when the action refuses without reading', async () => {
    const form = new FormData();
    form.set('file', new Blob(['x'.repeat(4000)]), 'x.bin');
    expect((await upload(form, '?fail=1')).status).toBe(403);
    expect(leftovers()).toEqual([]);
  });

  it('refuses a file over its limit with 413, and an unwanted one does no harm', async () => {
    const form = new FormData();
    form.set('file', new Blob(['x'.repeat(5001)]), 'x.bin');
    expect((await upload(form)).status).toBe(413);
    expect(leftovers()).toEqual([]);
    const small = new FormData();
    small.set('a', '1');
    small.set('file', new Blob(['x'.repeat(3000)]), 'x.bin');
    const { params } = (await (await gateway.fetch('/things', { method: 'POST', body: small })).json()) as { params: unknown };
    expect(params).toMatchObject({ body: { a: '1' }, file: null });
  });

  it('keeps nothing when the client goes away in the middle', async () => {
    const socket = connect(port(), '127.0.0.1');
    const head =
      'POST /api/v1/things/attachments HTTP/1.1\r\nHost: x\r\nContent-Length: 4000\r\nContent-Type: multipart/form-data; boundary=b\r\n\r\n';
    socket.write(`${head}--b\r\nContent-Disposition: form-data; name="f"; filename="f"\r\n\r\nsome bytes`);
    await until(() => leftovers().length === 1);
    socket.destroy();
    await until(() => leftovers().length === 0);
  });
});

describe('a multipart body that goes wrong on its way', () => {
  const head = (name: string, more = '') => `--b\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`;
  const file = `${head('f', '; filename="f"')}${'x'.repeat(300_000)}\r\n`;

  it.each([
    ['before the file', `${head('na\x18me')}1\r\n${file}--b--\r\n`],
    ['behind it', `${file}${head('na\0me')}1\r\n--b--\r\n`],
  ])('is answered with 400 (%s), leaves no file, and the next request of the connection goes through', async (_, body) => {
    const socket = connect(port(), '127.0.0.1');
    let answered = '';
    socket.on('data', (text: Buffer) => (answered += text.toString('latin1')));
    const type = `Content-Type: multipart/form-data; boundary=b\r\nContent-Length: ${Buffer.byteLength(body)}`;
    socket.write(`POST /api/v1/things/attachments HTTP/1.1\r\nHost: x\r\n${type}\r\n\r\n${body}`);
    await until(() => answered.includes('Malformed part header'));
    socket.write('GET /api/v1/things HTTP/1.1\r\nHost: x\r\n\r\n');
    await until(() => answered.split('HTTP/1.1 ').length === 3);
    socket.destroy();
    expect(answered.match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 400', 'HTTP/1.1 200']);
    await until(() => leftovers().length === 0);
  });
});

describe('limits', () => {
  it.each(['application/json', 'application/x-www-form-urlencoded', 'text/xml'])(
    'answers 413 to a body of %s that is too long',
    async (type) => {
      const response = await gateway.fetch('/things', { method: 'POST', body: `"${'x'.repeat(2000)}"`, headers: { 'content-type': type } });
      expect(response.status).toBe(413);
      expect(await response.json()).toMatchObject({ _error_message: expect.stringContaining('1000') });
    },
  );

  it('counts a body without announced length, and fields of a form', async () => {
    const chunks = new ReadableStream({
      start(controller) {
        for (let index = 0; index < 3; index++) controller.enqueue(new TextEncoder().encode('x'.repeat(500)));
        controller.close();
      },
    });
    const init = { method: 'POST', body: chunks, duplex: 'half', headers: { 'content-type': 'application/json' } };
    expect((await gateway.fetch('/things', init as RequestInit)).status).toBe(413);
    const form = new FormData();
    form.set('a', 'x'.repeat(600));
    form.set('b', 'x'.repeat(600));
    expect((await gateway.fetch('/things', { method: 'POST', body: form })).status).toBe(413);
  });
});

describe('streamed answers', () => {
  it('sends them with their own headers, whatever Accept says', async () => {
    const response = await gateway.fetch('/media/a/b%20c.png', { headers: { accept: 'image/*' } });
    expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([
      200,
      'image/png',
      'bytes of a/b c.png',
    ]);
    expect(await (await gateway.fetch('/media/x', { method: 'HEAD' })).text()).toBe('');
  });

  it('closes the source when the client goes away', async () => {
    const before = streams.closed;
    const abort = new AbortController();
    await gateway.fetch('/media/endless', { signal: abort.signal });
    abort.abort();
    await until(() => streams.closed === before + 1);
  });
});

describe('upgrades', () => {
  const upgrade = (path: string) =>
    new Promise<string>((resolve) => {
      const socket = connect(port(), '127.0.0.1').on('data', (data) => {
        resolve(data.toString().split('\r\n', 1)[0] as string);
        socket.destroy();
      });
      socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`);
    });

  it('go to the handler of their path', async () => {
    gateway.tools.upgradeHandlers.set('/events', (_, socket) => socket.end('HTTP/1.1 101 Switching Protocols\r\n\r\n'));
    expect([await upgrade('/events?x=1'), await upgrade('/other')]).toEqual(['HTTP/1.1 101 Switching Protocols', 'HTTP/1.1 404 Not Found']);
  });
});
