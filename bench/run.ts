// `npm run bench [-- NAME …]`: measures the paths that clients use most against the embedded server, each also as a
// share of what bare node:http reaches when it sends the same bytes. Prints a table in Markdown.
import { readFileSync } from 'node:fs';
import { startLarch } from '../test/support/larch';
import { withBareServer } from './bare-server';
import { login } from './data-set';
import { load, pathOf, type Target } from './load';
import { targetsOf } from './targets';

interface Row {
  target: Target;
  cells: (string | number)[];
}

async function measured(origin: string, target: Target): Promise<Row> {
  const { method, path, headers, body } = target;
  const answer = await fetch(origin + pathOf(path), { method, headers, body: body?.() });
  const bytes = Number(answer.headers.get('content-length'));
  const larch = await load(origin, target);
  const bare = await withBareServer(answer, (bareOrigin) => load(bareOrigin, target));
  const share = `${((100 * larch.rate) / bare.rate).toFixed(1)} %`;
  return { target, cells: [target.name, bytes, Math.round(larch.rate), larch.p50, larch.p99, Math.round(bare.rate), share, larch.failed] };
}

/** Resident memory of a process. MiB, or null where the system doesn't tell. */
function memoryOf(pid: number | undefined): number | null {
  try {
    const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${String(pid)}/status`, 'utf8')) ?? [];
    return kilobytes ? Math.round(Number(kilobytes) / 1024) : null;
  } catch {
    return null;
  }
}

async function main(): Promise<void> {
  const wanted = process.argv.slice(2);
  const larch = await startLarch();
  try {
    const idle = memoryOf(larch.process.pid);
    const targets = await targetsOf(await login(larch.origin));
    console.log('| request | bytes | req/s | p50 ms | p99 ms | bare req/s | share | failed |\n|---|---|---|---|---|---|---|---|');
    for (const target of targets.filter(({ name }) => wanted.length === 0 || wanted.some((part) => name.includes(part)))) {
      const { cells } = await measured(larch.origin, target);
      console.log(`| ${cells.join(' | ')} |`);
    }
    console.log(`\nResident memory: ${String(idle)} MiB after the start, ${String(memoryOf(larch.process.pid))} MiB after the load.`);
  } finally {
    await larch.stop();
  }
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
