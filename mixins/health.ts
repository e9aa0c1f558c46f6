import { createServer, type Server, type ServerResponse } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { ServiceBroker } from 'moleculer';
import type { Store } from '../lib/contracts/store';
import { transporterAnswers } from './transporter';

/** What the health checks of a process look at, and where they answer. */
export interface HealthOptions {
  broker: ServiceBroker;
  /** Null until it is open. */
  store(): Pick<Store, 'ping'> | null;
  host: string;
  port: number;
  /** Services that this process calls; it is ready only while each runs somewhere. */
  needs(): readonly string[];
  /** What the start waits for; null when nothing holds it up. */
  waitsFor?(): string | null;
}

/** The health checks of a process. */
export interface HealthServer {
  /** From now on not ready, so that balancers turn away while requests under way finish. */
  drain(): void;
  close(): Promise<void>;
}

/** Milliseconds that NATS and the store have for their answers. */
const patience = 2000;

/**
 * Serves `/live` (the process runs), `/ready` (store, NATS and the needed services answer; else 503 with the reasons) and
 * `/metrics` (Prometheus text) on a port of its own. @throws Error when the port can't be had
 */
export async function startHealthServer(options: HealthOptions): Promise<HealthServer> {
  const delay = monitorEventLoopDelay({ resolution: 50 });
  delay.enable();
  let draining = false;
  const problems = async (): Promise<string[]> => (draining ? ['stopping'] : findProblems(options));
  const server = createServer((request, response) => {
    if (request.url === '/live') return send(response, 200, 'ok\n');
    if (request.url === '/metrics') return send(response, 200, metrics(delay));
    if (request.url !== '/ready') return send(response, 404, 'not found\n');
    void problems().then((found) => send(response, found.length ? 503 : 200, found.length ? `${found.join('\n')}\n` : 'ready\n'));
  });
  await listen(server, options);
  return {
    drain: () => {
      draining = true;
    },
    close: async () => {
      delay.disable();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function findProblems({ broker, store, needs, waitsFor }: HealthOptions): Promise<string[]> {
  const waited = waitsFor?.() ?? null;
  const opened = store();
  // Before it has started nothing else can be asked.
  if (!opened) return [waited === null ? 'starting' : `starting, waits for ${waited}`];
  const problems: string[] = [];
  if (!(await transporterAnswers(broker, patience))) problems.push('NATS is away');
  const running = new Set(broker.registry.getServiceList({ onlyAvailable: true }).map(({ name }) => name));
  problems.push(
    ...needs()
      .filter((name) => !running.has(name))
      .map((name) => `service ${name} is away`),
  );
  if (!(await answers(opened))) problems.push('the store is away');
  return problems;
}

async function answers(store: Pick<Store, 'ping'>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), patience);
  });
  const ping = store.ping().then(
    () => true,
    () => false,
  );
  const answered = await Promise.race([ping, late]);
  clearTimeout(timer);
  return answered;
}

function metrics(delay: ReturnType<typeof monitorEventLoopDelay>): string {
  const { rss, heapUsed } = process.memoryUsage();
  const { user, system } = process.cpuUsage();
  const values: [name: string, type: string, value: number][] = [
    ['process_resident_memory_bytes', 'gauge', rss],
    ['nodejs_heap_size_used_bytes', 'gauge', heapUsed],
    ['process_cpu_seconds_total', 'counter', (user + system) / 1e6],
    ['process_uptime_seconds', 'gauge', process.uptime()],
    ['nodejs_eventloop_lag_p50_seconds', 'gauge', delay.percentile(50) / 1e9],
    ['nodejs_eventloop_lag_p99_seconds', 'gauge', delay.percentile(99) / 1e9],
  ];
  delay.reset();
  return values.map(([name, type, value]) => `# TYPE ${name} ${type}\n${name} ${value}\n`).join('');
}

async function listen(server: Server, { host, port }: HealthOptions): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
}

function send(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' }).end(text);
}
