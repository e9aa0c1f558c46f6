import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { conformanceApplication } from './conformance-application';
import { startLarch } from '../test/support/larch';
import { freePort, startServers } from '../test/support/servers';

/**
 * `npm run conformance [embedded] [cluster] [-- --only names] [--raise]`: replays the recorded exchanges on a fresh server
 * and compares the count with the floor. The scenarios stand beside the repository, or where LARCH_CONFORMANCE says.
 */
interface Scenario {
  scenario: string;
  passed: number;
  failed: number;
}

type Mode = 'embedded' | 'cluster';
type Floor = Record<Mode, { passed: number }>;

const root = process.cwd();
const scenarios = process.env.LARCH_CONFORMANCE ?? join(root, '..', 'shared', 'conformance');
const runner = join(scenarios, 'run.mjs');
const floorFile = join(root, 'test', 'conformance-floor.json');
const { modes, only, raise } = readArguments(process.argv.slice(2));

main().then(
  (failed) => process.exit(failed ? 1 : 0),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  },
);

async function main(): Promise<number> {
  if (!existsSync(runner)) throw new Error(`The conformance scenarios are missing: ${runner} doesn't exist.`);
  const floor = JSON.parse(readFileSync(floorFile, 'utf8')) as Floor;
  let passed = 0;
  let failed = 0;
  for (const mode of modes) {
    const count = await runMode(mode);
    // A run of a part has no floor of its own.
    const missing = only ? 0 : Math.max(0, floor[mode].passed - count.passed);
    console.log(`${mode}: ${count.passed} exchanges conform, ${count.failed} don't; the floor is ${floor[mode].passed}`);
    passed += count.passed;
    failed += missing;
    if (raise && !only && count.passed > floor[mode].passed) floor[mode].passed = count.passed;
    if (count.passed === 0) failed += 1;
  }
  if (raise) writeFileSync(floorFile, `${JSON.stringify(floor, null, 2)}\n`);
  console.log(`${passed} passed, ${failed} failed`);
  return failed;
}

async function runMode(mode: Mode): Promise<{ passed: number; failed: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'larch-conformance-run-'));
  const servers = mode === 'cluster' ? await startServers({ durable: false }) : null;
  const smtp = await freePort();
  const larch = await startLarch({ ...servers?.environment, SMTP_PORT: String(smtp) });
  try {
    return await replay(larch.origin, smtp, join(folder, 'report.json'));
  } finally {
    await larch.stop();
    await servers?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function replay(origin: string, smtp: number, reportFile: string): Promise<{ passed: number; failed: number }> {
  const { id, key } = conformanceApplication;
  const options = [
    '--base',
    `${origin}/api/v1`,
    '--smtp',
    String(smtp),
    '--application',
    JSON.stringify({ id, key }),
    '--json',
    reportFile,
  ];
  const child = spawn(process.execPath, ['--experimental-websocket', runner, ...options, ...(only ? ['--only', only] : [])], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  await once(child, 'exit');
  const report = JSON.parse(readFileSync(reportFile, 'utf8')) as Scenario[];
  const sum = (key: 'passed' | 'failed'): number => report.reduce((total, scenario) => total + scenario[key], 0);
  return { passed: sum('passed'), failed: sum('failed') };
}

function readArguments(values: readonly string[]): { modes: Mode[]; only: string | null; raise: boolean } {
  const named = (['embedded', 'cluster'] as const).filter((mode) => values.includes(mode));
  const at = values.indexOf('--only');
  return {
    modes: named.length ? [...named] : ['embedded', 'cluster'],
    only: at < 0 ? null : (values[at + 1] ?? null),
    raise: values.includes('--raise'),
  };
}
