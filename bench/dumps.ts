import { once } from 'node:events';
import { createReadStream, createWriteStream, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { randomBytes } from 'node:crypto';
import { startLarch } from '../test/support/larch';

/** How large the project is; `STORIES=2000 npm run bench:dumps` for a smaller one. */
const stories = Number(process.env.STORIES ?? 20_000);
const entriesOfStory = 5;
/** Bytes of all attachments, and how many stories have one. */
const attached = Number(process.env.ATTACHED_MIB ?? 256) * 1024 ** 2;
const filesCount = Number(process.env.FILES ?? 64);

const at = (index: number) => new Date(Date.UTC(2024, 0, 1) + index * 60_000).toISOString().replace(/\.\d+Z$/, '+0000');

/** The text of a dump, piece by piece. */
function* dumpText(): Generator<string> {
  const named = (names: readonly string[]) => names.map((name, index) => ({ name, order: index }));
  const project = {
    ...{ name: 'Large', description: 'A large project', is_private: true },
    roles: [{ name: 'Dev', slug: 'dev', computable: true, permissions: ['view_project', 'view_us'] }],
    us_statuses: named(['New', 'In progress', 'Done']),
    points: [
      { name: '?', value: null },
      { name: '5', value: 5 },
    ],
  };
  yield `${JSON.stringify(project).slice(0, -1)},"user_stories":[`;
  const piece = randomBytes(3 * 4096).toString('base64');
  const pieces = Math.ceil(attached / filesCount / (3 * 4096));
  for (let index = 0; index < stories; index++) {
    const history = Array.from({ length: entriesOfStory }, (_, entry) => ({
      ...{
        user: [],
        created_at: at(index * entriesOfStory + entry),
        type: entry === 0 ? 2 : 1,
        comment: entry % 2 ? 'A comment on it, see #1' : '',
      },
      diff: entry === 0 ? {} : { subject: ['before', 'after'], description: ['x'.repeat(200), 'y'.repeat(200)] },
      ...{ snapshot: entry === 0 ? { subject: 'A story', description: 'z'.repeat(400) } : null, is_snapshot: entry === 0 },
    }));
    const story = {
      ref: index + 1,
      subject: `Story ${index}`,
      description: `Words of **story** ${index}. `.repeat(10),
      status: 'New',
      created_date: at(index),
      history,
    };
    yield `${index === 0 ? '' : ','}${JSON.stringify(story).slice(0, -1)}`;
    if (index < filesCount) {
      yield ',"attachments":[{"attached_file":{"name":"file.bin","data":"';
      for (let part = 0; part < pieces; part++) yield piece;
      yield '"}}]';
    }
    yield '}';
  }
  yield ']}';
}

/** The most memory that a process had since the last look, in MiB. */
function peak(pid: number): number {
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
}

async function resetPeak(pid: number): Promise<void> {
  await pipeline(Readable.from(['5']), createWriteStream(`/proc/${pid}/clear_refs`));
}

async function upload(origin: string, token: string, path: string): Promise<{ id: number }> {
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

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'larch-bench-dumps-'));
  const path = join(folder, 'dump.json');
  await pipeline(Readable.from(dumpText()), createWriteStream(path));
  const larch = await startLarch({ LARCH_MAX_UPLOAD: '0', LARCH_MAX_DUMP: '0' });
  const pid = larch.process.pid ?? 0;
  try {
    const login = await fetch(`${larch.origin}/api/v1/auth`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ type: 'normal', username: 'admin', password: '123123' }),
    });
    const { auth_token: token } = (await login.json()) as { auth_token: string };
    const size = Math.round(statSync(path).size / 1024 ** 2);
    console.log(
      `${stories} stories, ${stories * entriesOfStory} history entries, ${filesCount} files of ${attached / 1024 ** 2} MiB, dump of ${size} MiB`,
    );
    console.log(`at rest: ${peak(pid).toFixed(0)} MiB`);
    await resetPeak(pid);
    let begin = Date.now();
    const { id } = await upload(larch.origin, token, path);
    console.log(`import: ${((Date.now() - begin) / 1000).toFixed(1)} s, peak ${peak(pid).toFixed(0)} MiB`);
    for (const format of ['plain', 'gzip']) {
      await resetPeak(pid);
      begin = Date.now();
      const answer = await fetch(`${larch.origin}/api/v1/exporter/${id}?dump_format=${format}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      if (answer.status !== 200) throw new Error(`export: ${answer.status} ${await answer.text()}`);
      console.log(`export (${format}): ${((Date.now() - begin) / 1000).toFixed(1)} s, peak ${peak(pid).toFixed(0)} MiB`);
    }
    await resetPeak(pid);
    begin = Date.now();
    const removed = await fetch(`${larch.origin}/api/v1/projects/${id}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${token}` },
    });
    console.log(`removal (${removed.status}): ${((Date.now() - begin) / 1000).toFixed(1)} s, peak ${peak(pid).toFixed(0)} MiB`);
  } finally {
    await larch.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

void main();
