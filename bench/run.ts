// `npm run bench [-- NAME …]`: measures the paths that clients use most against the embedded server, each also as a
// share of what bare node:http reaches when it sends the same bytes, then reads of a large project that was just changed
// ("after a write"), people who do all of it at once ("mixed") and the server at rest ("idle"). Prints tables in Markdown.
import { startLarch, type RunningLarch } from '../test/support/larch';
import { afterWriteHead, afterWrites } from './after-write';
import { withBareServer } from './bare-server';
import { login, projectWith, type Client, type DataSet } from './data-set';
import { memoryOf, processorTimeOf } from './figures';
import { load, pathOf, type Target } from './load';
import { mixedHead, mixedLoad } from './mixed';
import { targets, type Size } from './targets';

const idleFor = 10_000;

const wanted = process.argv.slice(2);
const isWanted = (name: string) => wanted.length === 0 || wanted.some((part) => name.includes(part));

async function measured(client: Client, target: Target): Promise<string> {
  const { origin } = client;
  const { method, path, headers, body } = target;
  const start = performance.now();
  const answer = await fetch(origin + pathOf(path), { method, headers, body: body?.() });
  const bytes = (await answer.clone().arrayBuffer()).byteLength;
  const first = performance.now() - start;
  const larch = await load(origin, target);
  const bare = await withBareServer(answer, (bareOrigin) => load(bareOrigin, target));
  const share = `${((100 * larch.rate) / bare.rate).toFixed(1)} %`;
  const cells = [target.name, bytes, Math.round(first), larch.rate.toFixed(larch.rate < 100 ? 1 : 0), larch.p50, larch.p99];
  return `| ${[...cells, Math.round(bare.rate), share, larch.failed].join(' | ')} |`;
}

/** What the server needs while nobody asks for anything. */
async function atRest({ process: { pid } }: RunningLarch): Promise<string> {
  const before = processorTimeOf(pid);
  await new Promise((resolve) => setTimeout(resolve, idleFor));
  const share = (100 * (processorTimeOf(pid) - before)) / idleFor;
  return `At rest: ${String(memoryOf(pid))} MiB resident, ${share.toFixed(1)} % of one processor over ${idleFor / 1000} s.`;
}

/** Makes each data set when it is first needed. */
function dataSets(client: Client): (size: Size) => Promise<DataSet> {
  const made = new Map<Size, Promise<DataSet>>();
  return (size) => {
    const data = made.get(size) ?? projectWith(client, size);
    made.set(size, data);
    return data;
  };
}

async function main(): Promise<void> {
  const larch = await startLarch();
  try {
    if (isWanted('idle')) console.log(`${await atRest(larch)}\n`);
    const client = await login(larch.origin);
    const data = dataSets(client);
    const chosen = targets.filter(({ name }) => isWanted(name));
    if (chosen.length > 0) {
      console.log(
        '| request | bytes | first ms | req/s | p50 ms | p99 ms | bare req/s | share | failed |\n|---|---|---|---|---|---|---|---|---|',
      );
      for (const { name, size, target } of chosen) console.log(await measured(client, { name, ...target(client, await data(size)) }));
    }
    if (isWanted('after a write')) {
      const rows = await afterWrites(client, await data(20_000), larch.process.pid);
      console.log(`\n${afterWriteHead}\n${rows.join('\n')}`);
    }
    if (isWanted('mixed')) console.log(`\n${mixedHead}\n${(await mixedLoad(client, await projectWith(client, 3_000))).join('\n')}`);
    console.log(`\nResident memory at the end: ${String(memoryOf(larch.process.pid))} MiB.`);
  } finally {
    await larch.stop();
  }
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
