import { createServer, type Server, type ServerResponse } from 'node:http';
import type { ServiceBroker, ServiceSchema } from 'moleculer';
import type { Store } from '../lib/contracts/store';

export interface HealthOptions {
  host: string;
  /** 0: no health server. */
  port: number;
  store: Pick<Store, 'ping'>;
  /** Names of the services that this process can't do without, wherever they run. */
  needs: readonly string[];
}

/** Milliseconds a check may take before it counts as failed. */
const patience = 2000;

/**
 * Answers orchestrators on a port of its own: `GET /live` with 200 as long as the process answers at all, `GET /ready`
 * with 200 when the store, NATS and the needed services do, else with 503 and `{"failing": ["store", …]}`. Belongs
 * into one service of a process.
 */
export function healthMixin(options: HealthOptions): Partial<ServiceSchema> {
  let server: Server | null = null;
  let stopping = false;
  return {
    async started() {
      if (options.port === 0) return;
      const { broker } = this;
      server = createServer(({ url }, response) => {
        if (url === '/live') send(response, 200, { live: true });
        else if (url === '/ready') void answerReady(response, broker, options, () => stopping);
        else send(response, 404, {});
      });
      await listen(server, options);
    },
    async stopped() {
      stopping = true;
      const closing = server;
      if (!closing) return;
      closing.closeAllConnections();
      await new Promise((resolve) => closing.close(resolve));
    },
  };
}

/** What keeps a process from serving requests: `store`, `nats`, `service NAME`. */
export async function failingChecks(broker: ServiceBroker, { store, needs }: Pick<HealthOptions, 'store' | 'needs'>): Promise<string[]> {
  const failing = needs.filter((name) => !isAvailable(broker, name)).map((name) => `service ${name}`);
  if (broker.transit && !broker.transit.connected) failing.push('nats');
  if (!(await answersInTime(store.ping()))) failing.push('store');
  return failing;
}

async function answerReady(
  response: ServerResponse,
  broker: ServiceBroker,
  options: HealthOptions,
  isStopping: () => boolean,
): Promise<void> {
  const failing = isStopping() ? ['stopping'] : await failingChecks(broker, options);
  send(response, failing.length === 0 ? 200 : 503, { ready: failing.length === 0, failing });
}

function isAvailable(broker: ServiceBroker, name: string): boolean {
  const services: { name: string }[] = broker.registry.getServiceList({ onlyAvailable: true });
  return services.some((service) => service.name === name);
}

async function answersInTime(check: Promise<void>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const expired = new Promise<boolean>((resolve) => (timer = setTimeout(resolve, patience, false)));
  const answered = check.then(
    () => true,
    () => false,
  );
  return await Promise.race([answered, expired]).finally(() => clearTimeout(timer));
}

function listen(server: Server, { port, host }: HealthOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}
