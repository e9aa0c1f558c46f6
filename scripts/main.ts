import { createServer } from 'node:net';
import { ConfigError, loadConfig, type Config } from '../lib/config';

/** What runs until a signal ends it. */
export interface Running {
  stop(): Promise<void>;
}

/** A stop that takes longer than this is given up, in milliseconds. */
const patience = 20_000;

/**
 * Runs a program until SIGINT or SIGTERM. What an operator can put right (a wrong setting, a used port) ends it with one
 * line and exit code 1.
 */
export function runUntilSignal(start: (config: Config) => Promise<Running>): void {
  startChecked(start).then(stopOnSignal, (error: unknown) => {
    console.error(explain(error));
    process.exit(1);
  });
}

/** An error for the operator, who is told its message only. */
export class StartError extends Error {}

/** @throws StartError when another program listens on the port; 0 is always free */
export async function checkPort(host: string, port: number, setting: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => reject(new StartError(portProblem(error, host, port, setting))));
    probe.listen(port, host, () => probe.close(() => resolve()));
  });
}

async function startChecked(start: (config: Config) => Promise<Running>): Promise<Running> {
  return start(loadConfig());
}

function stopOnSignal(running: Running): void {
  let stopping = false;
  const stop = (): void => {
    // Ctrl-C twice, or a signal to the whole process group, must not end the drain.
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), patience).unref();
    running.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(explain(error));
        process.exit(1);
      },
    );
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
}

function portProblem(error: NodeJS.ErrnoException, host: string, port: number, setting: string): string {
  if (error.code === 'EADDRINUSE') return `Port ${port} on ${host} is in use: stop the other program, or set ${setting}.`;
  return `Can't listen on ${host}:${port} (${error.code ?? error.message}): set ${setting} to another port, or HOST.`;
}

function explain(error: unknown): string {
  if (error instanceof ConfigError) return `Wrong setting: ${error.message}`;
  if (error instanceof StartError) return error.message;
  if (!(error instanceof Error)) return String(error);
  // System errors (no access, no space) explain themselves; anything else is a fault of ours.
  return 'code' in error ? error.message : (error.stack ?? error.message);
}
