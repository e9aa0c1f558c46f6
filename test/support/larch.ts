import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './servers';

/** A Larch as the conformance scenarios want it, in processes of its own. */
export interface RunningLarch {
  /** Like `http://127.0.0.1:8000`. */
  origin: string;
  process: ChildProcess;
  stop(): Promise<void>;
}

export const adminPassword = '123123';

/** Milliseconds until a server must be ready. */
const startLimit = 90_000;

/**
 * Starts the built `start:conformance` on free ports and waits until it is ready.
 * @param settings with NATS_URL (see `startServers`) it is a cluster, else embedded
 * @throws Error with the end of its output when it doesn't start
 */
export async function startLarch(settings: Record<string, string> = {}): Promise<RunningLarch> {
  const [port, health] = [await freePort(), await freePort()];
  const folder = mkdtempSync(join(tmpdir(), 'larch-log-'));
  const logFile = join(folder, 'server.log');
  const where = settings.NATS_URL ? { CLUSTER: '1' } : { NATS_URL: '', MONGO_URL: '', S3_URL: '' };
  const child = spawn(process.execPath, [join(process.cwd(), 'dist', 'scripts', 'start-conformance.js')], {
    env: { ...process.env, ...settings, ...where, PORT: String(port), HEALTH_PORT: String(health) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const log = createWriteStream(logFile);
  child.stdout.pipe(log, { end: false });
  child.stderr.pipe(log, { end: false });
  const stop = async (): Promise<void> => {
    await end(child);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await becomesReady(child, health);
  } catch (error) {
    await end(child);
    const message = `${(error as Error).message}\n${readFileSync(logFile, 'utf8').slice(-3000)}`;
    await stop();
    throw new Error(message, { cause: error });
  }
  return { origin: `http://127.0.0.1:${port}`, process: child, stop };
}

async function becomesReady(child: ChildProcess, health: number): Promise<void> {
  const deadline = Date.now() + startLimit;
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${health}/ready`).catch(() => null);
    if (answer?.status === 200) return;
    if (hasEnded(child)) throw new Error('Larch ended before it was ready:');
    if (Date.now() > deadline) throw new Error(`Larch wasn't ready after ${startLimit / 1000} s:`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

async function end(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}
