import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

/** One process of the cluster. */
export interface Member {
  /** Folders of `services/`, as given to `npm run service`. */
  services: string;
  /** From 0. */
  replica: number;
  process: ChildProcess;
  /** For gateways: the port of the API. */
  port: number | null;
}

export interface ClusterOptions {
  /** The compiled `service.js`. */
  program: string;
  services: readonly string[];
  replicas: number;
  /** Of the first gateway; replica `i` listens on `port + 10 * i`. */
  port: number;
  /** Of the first gateway; the next ones follow as the ports do. 0: none. */
  healthPort: number;
  environment: NodeJS.ProcessEnv;
  /** Gets each line that a process prints. */
  onLine(line: string): void;
}

export interface RunningCluster {
  members: Member[];
  /** Ends all processes with SIGTERM and waits for them. */
  stop(): Promise<void>;
}

/** Websockets are served on the gateway's port, so these run in its process. */
const besideGateway = ['events'];

/** Starts each service as a process of its own, `replicas` times. Nothing is started again when it ends. */
export function startCluster(options: ClusterOptions): RunningCluster {
  const groups = options.services.filter((name) => !besideGateway.includes(name)).map((name) => groupOf(name, options.services));
  const members = groups.flatMap((services) =>
    Array.from({ length: options.replicas }, (_, replica) => startMember(services, replica, options)),
  );
  return { members, stop: () => stopAll(members) };
}

/** Starts one more process, or one that was killed anew. */
export function startMember(services: string, replica: number, options: ClusterOptions): Member {
  const isGateway = services.split(',').includes('api');
  const port = isGateway ? options.port + 10 * replica : null;
  const healthPort = isGateway && options.healthPort ? options.healthPort + 10 * replica : 0;
  const child = spawn(process.execPath, [options.program, services], {
    env: { ...options.environment, PORT: String(port ?? 0), HEALTH_PORT: String(healthPort), LARCH_API_URL: apiAddress(options) },
    stdio: ['ignore', 'pipe', 'pipe'],
    // Ctrl-C in a terminal reaches the whole group; the members are told by us, once.
    detached: true,
  });
  const label = options.replicas > 1 ? `${services}.${replica}` : services;
  for (const stream of [child.stdout, child.stderr]) prefixLines(stream, label, options.onLine);
  return { services, replica, process: child, port };
}

/** All processes name the gateway in addresses, also those that don't know its port. */
function apiAddress({ environment, port }: ClusterOptions): string {
  return environment.LARCH_API_URL || `http://127.0.0.1:${port}`;
}

/** Whether the process still runs. */
export function isRunning(member: Member): boolean {
  return member.process.exitCode === null && member.process.signalCode === null;
}

function groupOf(name: string, services: readonly string[]): string {
  return name === 'api' ? [name, ...besideGateway.filter((other) => services.includes(other))].join(',') : name;
}

function prefixLines(stream: Readable, label: string, onLine: (line: string) => void): void {
  createInterface({ input: stream }).on('line', (line) => onLine(`[${label}] ${line}`));
}

async function stopAll(members: readonly Member[]): Promise<void> {
  await Promise.all(
    members.filter(isRunning).map(async (member) => {
      const ended = once(member.process, 'exit');
      member.process.kill('SIGTERM');
      await ended;
    }),
  );
}
