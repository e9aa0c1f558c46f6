import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { json } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { originOf } from '../../support/installation';
import { startTransfers, type Body, type Transfers } from './support';

jest.setTimeout(300_000);

const mebibyte = 1024 ** 2;
const size = 120 * mebibyte;
/** Of all that is in memory at a time beside what was there before, garbage included. */
const most = 100 * mebibyte;

const piece = Buffer.alloc(3 * 16 * 1024, 'every byte of it. ');

let transfers: Transfers;
beforeAll(async () => {
  transfers = await startTransfers({ LARCH_MAX_UPLOAD: '0' });
});
afterAll(() => transfers.here.stop());

/** The most memory of this process during the work, beside what was used before. Bytes. */
async function growthDuring<Result>(work: () => Promise<Result>): Promise<{ result: Result; growth: number }> {
  const used = () => {
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  const before = used();
  let peak = before;
  const timer = setInterval(() => (peak = Math.max(peak, used())), 10);
  try {
    return { result: await work(), growth: peak - before };
  } finally {
    clearInterval(timer);
  }
}

function* multipart(): Generator<string> {
  yield '--x\r\nContent-Disposition: form-data; name="dump"; filename="dump.json"\r\nContent-Type: application/json\r\n\r\n';
  yield '{"name":"Large","description":"x","roles":[{"name":"Dev","computable":true}],"issue_statuses":[{"name":"New"}],"issues":[';
  yield '{"subject":"With a large file","attachments":[{"attached_file":{"name":"large.bin","data":"';
  const text = piece.toString('base64');
  for (let sent = 0; sent < size; sent += piece.length) yield text;
  yield '"}}]}]}\r\n--x--\r\n';
}

async function load(): Promise<Body> {
  const { carrier, alice } = transfers;
  const headers = { authorization: `Bearer ${alice.token}`, 'content-type': 'multipart/form-data; boundary=x' };
  const call = request(`${carrier.origin}/api/v1/importer/load_dump`, { method: 'POST', headers });
  const answered = once(call, 'response') as Promise<[IncomingMessage]>;
  await pipeline(Readable.from(multipart()), call);
  const [answer] = await answered;
  const body = (await json(answer)) as Body;
  expect([answer.statusCode, body._error_message]).toEqual([201, undefined]);
  return body;
}

/** Reads the dump over. @returns how many bytes it has */
async function dumpLength(project: unknown): Promise<number> {
  const { url } = await transfers.carrier.done('GET', `/exporter/${String(project)}`);
  const { body } = await fetch(String(url).replace(/^https?:\/\/[^/]+/, originOf(transfers.here)));
  let length = 0;
  for await (const chunk of body as AsyncIterable<Uint8Array>) length += chunk.length;
  return length;
}

it('a file of any size goes through a dump in both directions, a piece of it in memory', async () => {
  const imported = await growthDuring(load);
  const project = imported.result.id;
  const [issue] = await transfers.carrier.done<Body[]>('GET', `/issues?project=${String(project)}`);
  const [file] = await transfers.carrier.done<Body[]>(
    'GET',
    `/issues/attachments?project=${String(project)}&object_id=${String(issue?.id)}`,
  );
  const hash = createHash('sha1');
  for (let sent = 0; sent < size; sent += piece.length) hash.update(piece);
  expect(file).toMatchObject({ size, sha1: hash.digest('hex') });
  expect(imported.growth).toBeLessThan(most);
  const exported = await growthDuring(() => dumpLength(project));
  expect(exported.result).toBeGreaterThan((size / 3) * 4);
  expect(exported.growth).toBeLessThan(most);
});
