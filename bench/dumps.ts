// `npm run bench:dumps`: imports, exports and removes a large project and prints the most memory of each process.
import { once } from 'node:events';
import { createReadStream, createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { startLarch, type RunningLarch } from '../test/support/larch';
import { startServers } from '../test/support/servers';
import { login, type Client } from './data-set';
import { dumpText, fileSizes } from './dump-text';
import { Peaks } from './peaks';

const mebibyte = 1024 ** 2;

/** How large the project is; `STORIES=2000 ATTACHED_MIB=64 npm run bench:dumps` for a smaller one. */
const size = {
  stories: Number(process.env.STORIES ?? 20_000),
  entries: 5,
  files: fileSizes(Number(process.env.ATTACHED_MIB ?? 1024) * mebibyte),
};
/** `CLUSTER=1`: every service in a process of its own. */
const isCluster = Boolean(process.env.CLUSTER);

async function upload({ origin, token }: Client, path: string): Promise<{ id: number }> {
  const head = '--x\r\nContent-Disposition: form-data; name="dump"; filename="dump.json"\r\nContent-Type: application/json\r\n\r\n';
  const tail = '\r\n--x--\r\n';
  const call = request(`${origin}/api/v1/importer/load_dump`, {
    method: 'POST',
    headers: {
      ...{ authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=x' },
      'content-length': statSync(path).size + head.length + tail.length,
    },
  });
  const answered = once(call, 'response') as Promise<[IncomingMessage]>;
  call.write(head);
  for await (const chunk of createReadStream(path)) if (!call.write(chunk)) await once(call, 'drain');
  call.end(tail);
  const [answer] = await answered;
  let text = '';
  for await (const chunk of answer) text += String(chunk);
  if (answer.statusCode !== 201) throw new Error(`import: ${answer.statusCode} ${text.slice(0, 500)}`);
  return JSON.parse(text) as { id: number };
}

/** Asks and reads the answer over, however large it is. */
async function ask({ token }: Client, url: string, method = 'GET'): Promise<Response> {
  const answer = await fetch(url, { method, headers: { authorization: `Bearer ${token}`, 'x-disable-pagination': '1' } });
  if (!answer.ok) throw new Error(`${method} ${url}: ${answer.status} ${await answer.text()}`);
  return answer;
}

async function makeExport(client: Client, project: number, format: string): Promise<string> {
  const answer = await ask(client, `${client.origin}/api/v1/exporter/${project}?dump_format=${format}`);
  return ((await answer.json()) as { url: string }).url;
}

async function fetchFile(client: Client, url: string): Promise<void> {
  const { body } = await ask(client, url);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  if (body) await pipeline(Readable.fromWeb(body), nowhere);
}

/** Fills what the server keeps for the next answers. */
async function wholeBacklog(client: Client, project: number): Promise<void> {
  for (let time = 0; time < 3; time++) await fetchFile(client, `${client.origin}/api/v1/userstories?project=${project}`);
}

async function measure(larch: RunningLarch, path: string): Promise<void> {
  const peaks = Peaks.of(larch.process.pid ?? 0, isCluster);
  const measured = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    await peaks.reset();
    const begin = Date.now();
    const result = await work();
    console.log(`${name}: ${((Date.now() - begin) / 1000).toFixed(0)} s, peaks in MiB: ${peaks.toString()}`);
    return result;
  };
  console.log(`start: peaks in MiB: ${peaks.toString()}`);
  const client = await login(larch.origin);
  const { id } = await measured('import', () => upload(client, path));
  const url = await measured('export (plain)', () => makeExport(client, id, 'plain'));
  await measured('export (gzip)', () => makeExport(client, id, 'gzip'));
  await measured('download', () => fetchFile(client, url));
  await measured('whole backlog', () => wholeBacklog(client, id));
  await measured('export after that', () => makeExport(client, id, 'plain'));
  await measured('removal', () => ask(client, `${client.origin}/api/v1/projects/${id}`, 'DELETE'));
}

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'larch-bench-dumps-'));
  const path = join(folder, 'dump.json');
  const servers = isCluster ? await startServers({ durable: false }) : null;
  try {
    await pipeline(Readable.from(dumpText(size)), createWriteStream(path));
    const { stories, entries, files } = size;
    const attached = files.reduce((sum, bytes) => sum + bytes, 0) / mebibyte;
    const dump = Math.round(statSync(path).size / mebibyte);
    console.log(
      `${stories} stories, ${stories * entries} history entries, ${files.length} files of ${attached} MiB in all, dump of ${dump} MiB`,
    );
    const larch = await startLarch({ LARCH_MAX_UPLOAD: '0', LARCH_MAX_DUMP: '0', ...servers?.environment });
    await measure(larch, path).finally(() => larch.stop());
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await servers?.stop();
  }
}

void main();
