// `npm run bench:events`: how long it takes from the answer to a PATCH of a story until everybody who shows the project
// has heard of it, on the embedded server, beside many sockets where nothing happens. Prints a table in Markdown.
import { setTimeout as pause } from 'node:timers/promises';
import type { WebSocket } from 'ws';
import { startLarch } from '../test/support/larch';
import { login, type Client } from './data-set';
import { memoryOf, quantile } from './figures';
import { openSockets, receiptsOf, type Receipts } from './live-sockets';

const idleSockets = 2_000;
const busySockets = 200;
/** Requests a second, each rate for `duration`. */
const rates = [5, 20, 50];
const duration = 10_000;
/** How long a message may come after the last answer before it counts as missed. */
const patience = 5_000;
/** How long the creation of the stories may take to be told, and the pause behind it. */
const preparation = 60_000;
const rest = 2_000;

const head =
  '| PATCH/s | sent | failed | messages | missed | p50 ms | p95 ms | p99 ms | max ms | since sent p50 ms | p99 ms |\n' +
  '|---|---|---|---|---|---|---|---|---|---|---|';

interface Story {
  id: number;
  version: number;
}

/** One request. Milliseconds; `answered` is null when it failed. */
interface Patched {
  story: number;
  sent: number;
  answered: number | null;
}

async function newProject(client: Client, name: string): Promise<number> {
  return (await client.send<{ id: number }>('POST', '/projects', { name, description: 'A project to measure' })).id;
}

async function newStories(client: Client, project: number, count: number): Promise<Story[]> {
  const lines = Array.from({ length: count }, (_, index) => `Story ${index} that is measured`);
  return client.send('POST', '/userstories/bulk_create', { project_id: project, bulk_stories: lines.join('\n') });
}

/** The creations are all told before anything is measured. */
async function storiesEverybodyKnows(client: Client, project: number, count: number, sockets: readonly WebSocket[]): Promise<Story[]> {
  const receipts = receiptsOf(sockets, 'create');
  const stories = await newStories(client, project, count);
  await allArrived(stories, receipts, preparation);
  await pause(rest);
  return stories;
}

async function patch({ origin, token }: Client, { id, version }: Story): Promise<Patched> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ version, subject: `Changed ${id}` });
  const sent = performance.now();
  const answer = await fetch(`${origin}/api/v1/userstories/${id}`, { method: 'PATCH', headers, body });
  const answered = performance.now();
  await answer.arrayBuffer();
  return { story: id, sent, answered: answer.ok ? answered : null };
}

/** Each story once, at a steady rate, whether or not the ones before are answered. */
async function patchAll(client: Client, stories: readonly Story[], rate: number): Promise<Patched[]> {
  const start = performance.now();
  const requests: Promise<Patched>[] = [];
  for (const [index, story] of stories.entries()) {
    const wait = start + (1000 * index) / rate - performance.now();
    if (wait > 0) await pause(wait);
    requests.push(patch(client, story));
  }
  return Promise.all(requests);
}

async function allArrived(stories: readonly Story[], receipts: Receipts, limit: number): Promise<void> {
  const deadline = performance.now() + limit;
  const isMissing = ({ id }: Story) => (receipts.get(id)?.size ?? 0) < busySockets;
  while (stories.some(isMissing) && performance.now() < deadline) await pause(50);
}

/** From a point of each request until its messages; a message that overtakes the answer took no time. */
function delaysOf(patched: readonly Patched[], receipts: Receipts, from: 'sent' | 'answered'): number[] {
  const delays = patched
    .filter(({ answered }) => answered !== null)
    .flatMap((request) => [...(receipts.get(request.story)?.values() ?? [])].map((came) => Math.max(0, came - (request[from] ?? 0))));
  return delays.sort((left, right) => left - right);
}

const quantiles = (sorted: readonly number[], shares: number[]) => shares.map((share) => quantile(sorted, share).toFixed(1));

async function measured(client: Client, project: number, rate: number, sockets: readonly WebSocket[]): Promise<string> {
  const stories = await storiesEverybodyKnows(client, project, (rate * duration) / 1000, sockets);
  const receipts = receiptsOf(sockets, 'change');
  const patched = await patchAll(client, stories, rate);
  await allArrived(stories, receipts, patience);
  for (const socket of sockets) socket.removeAllListeners('message');
  const delays = delaysOf(patched, receipts, 'answered');
  const whole = delaysOf(patched, receipts, 'sent');
  const failed = patched.filter(({ answered }) => answered === null).length;
  const owed = (patched.length - failed) * busySockets;
  const times = [...quantiles(delays, [0.5, 0.95, 0.99, 1]), ...quantiles(whole, [0.5, 0.99])];
  return `| ${[rate, patched.length, failed, delays.length, owed - delays.length, ...times].join(' | ')} |`;
}

async function main(): Promise<void> {
  const larch = await startLarch();
  try {
    const client = await login(larch.origin);
    const [quiet, busy] = [await newProject(client, 'Quiet'), await newProject(client, 'Busy')];
    const memory = [memoryOf(larch.process.pid)];
    const idle = await openSockets(client, quiet, idleSockets);
    const sockets = await openSockets(client, busy, busySockets);
    memory.push(memoryOf(larch.process.pid));
    console.log(head);
    for (const rate of rates) console.log(await measured(client, busy, rate, sockets));
    memory.push(memoryOf(larch.process.pid));
    const closed = [...idle, ...sockets].filter((socket) => socket.readyState !== socket.OPEN).length;
    console.log(`\nResident memory: ${memory.map(String).join(' → ')} MiB (before the sockets, with them, at the end).`);
    console.log(`Sockets: ${idle.length} idle, ${sockets.length} busy, ${closed} of them lost.`);
    for (const socket of [...idle, ...sockets]) socket.terminate();
  } finally {
    await larch.stop();
  }
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
