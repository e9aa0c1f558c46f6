import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isPublicAddress, safeFetch, UnsafeAddressError } from '../../../lib/safe-fetch';

let server: Server;
let origin: string;
let requests = 0;

beforeAll(async () => {
  server = createServer((request, response) => {
    requests++;
    if (request.url === '/redirect') response.writeHead(302, { location: `${origin}/target` }).end();
    else if (request.url === '/large') response.end(Buffer.alloc(3_000_000, 'x'));
    else if (request.url !== '/never')
      response.writeHead(201, { 'X-Answer': 'yes' }).end(`${request.method ?? ''} ${request.headers['x-one'] ?? ''}`);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

describe('a request to the outside', () => {
  it('gives status, headers and the beginning of the body', async () => {
    const answer = await safeFetch(`${origin}/x`, { method: 'POST', headers: { 'x-one': '1' }, body: '{}', allowPrivate: true });
    expect(answer).toMatchObject({ status: 201, headers: { 'x-answer': 'yes' }, rawHeaders: { 'X-Answer': 'yes' } });
    expect(answer.body.toString()).toBe('POST 1');
    expect((await safeFetch(`${origin}/large`, { allowPrivate: true, limit: 1000 })).body).toHaveLength(1000);
  });

  it.each([
    'http://127.0.0.1',
    'http://[::1]',
    'http://[::ffff:10.0.0.1]',
    'http://169.254.169.254',
    'http://localhost',
    'http://0x7f000001',
    'http://2130706433',
  ])('never reaches the private %s, by number or name', async (host) => {
    const before = requests;
    const failure = await safeFetch(`${host}:${new URL(origin).port}/x`).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(UnsafeAddressError);
    expect(requests).toBe(before);
  });

  it.each(['ftp://example.com', 'file:///etc/passwd', 'http://user:password@example.com', 'nonsense'])('refuses %s', async (address) => {
    await expect(safeFetch(address, { allowPrivate: true })).rejects.toThrow(UnsafeAddressError);
  });

  it('follows no redirect and waits no longer than allowed', async () => {
    expect((await safeFetch(`${origin}/redirect`, { allowPrivate: true })).status).toBe(302);
    await expect(safeFetch(`${origin}/never`, { allowPrivate: true, timeout: 200 })).rejects.toThrow(/timeout/i);
  });

  it('knows which addresses are public', () => {
    expect(['93.184.216.34', '2606:4700::1111'].every(isPublicAddress)).toBe(true);
    expect(['10.1.2.3', '192.168.0.1', '100.64.0.1', 'fe80::1', 'fc00::1', '64:ff9b::a00:1', '0.0.0.0', 'x'].some(isPublicAddress)).toBe(
      false,
    );
  });
});
