import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ServiceBroker } from 'moleculer';
import type { NodeTools } from '../../lib/contracts/node';
import { isThrottling, Throttle } from '../../lib/http/throttle';
import { MemoryWindows, StoredWindowStore, windowCollection, type StoredWindows } from '../../lib/http/window-store';
import { duplicateKeyOf } from '../../lib/store/errors';
import { Gateway } from './gateway';

/** What the gateway needs of its process. */
export type GatewayTools = Pick<NodeTools, 'tokens' | 'upgradeHandlers' | 'store'> & {
  config: Pick<NodeTools['config'], 'server' | 'addresses' | 'throttle' | 'natsUrl'>;
  caches: Pick<NodeTools['caches'], 'users' | 'applicationTokens' | 'personalTokens'>;
};

/** Milliseconds a stopping server waits for what is under way. */
const drainTime = 15_000;
const sweepInterval = 600_000;
/** Milliseconds; longer than the idle time of usual load balancers, which would else send into closing connections. */
const keepAliveTimeout = 65_000;

/** The parts of the gateway that live as long as its server. */
export class GatewayProcess {
  readonly gateway: Gateway;
  readonly throttle: Throttle | null;
  readonly #node: GatewayTools;
  readonly #broker: ServiceBroker;
  readonly #server: Server;
  /** Connections without a request so far, as pools open them in advance; the server itself would wait for them. */
  readonly #unused = new Set<Duplex>();
  #sweeping: NodeJS.Timeout | undefined;

  constructor(node: GatewayTools, broker: ServiceBroker, server: Server) {
    this.#node = node;
    this.#broker = broker;
    this.#server = server;
    this.throttle = createThrottle(node);
    this.gateway = createGateway(node, broker, this.throttle);
    server.keepAliveTimeout = keepAliveTimeout;
    server.on('connection', (socket) => this.#unused.add(socket.once('close', () => this.#unused.delete(socket))));
    server.on('request', ({ socket }) => this.#unused.delete(socket));
    server.on('upgrade', (request, socket, head) => upgrade(node, request, socket, head));
  }

  async start(): Promise<void> {
    const { throttle } = this;
    if (!throttle) return;
    if (this.#node.config.natsUrl) await this.#node.store.declare(windowCollection);
    const complain = (error: unknown) => this.#broker.logger.warn('Throttle windows were not swept:', error);
    this.#sweeping = setInterval(() => void throttle.sweep().catch(complain), sweepInterval).unref();
  }

  /** Lets connections end with their next answer; those that outlive the drain time are cut. */
  stop(): void {
    clearInterval(this.#sweeping);
    this.gateway.stopping = true;
    for (const socket of this.#unused) socket.destroy();
    setTimeout(() => this.#server.closeAllConnections(), drainTime).unref();
  }
}

function createGateway(node: GatewayTools, broker: ServiceBroker, throttle: Throttle | null): Gateway {
  const { server, addresses } = node.config;
  return new Gateway({
    broker,
    throttle,
    settings: {
      trustProxy: server.trustProxy,
      maxBody: server.maxBody,
      maxUpload: server.maxUpload,
      fallbackOrigin: new URL(addresses.api).origin,
    },
    credentials: { tokens: node.tokens, ...node.caches },
  });
}

/** In a cluster the windows are in the store, as the replicas count together. */
function createThrottle({ config, store }: GatewayTools): Throttle | null {
  if (!isThrottling(config.throttle)) return null;
  const isDuplicate = (error: unknown) => duplicateKeyOf(error) !== null;
  const shared = config.natsUrl !== null;
  const windows = shared ? new StoredWindowStore(store.collection<StoredWindows>(windowCollection.name), isDuplicate) : new MemoryWindows();
  return new Throttle(config.throttle, windows);
}

function upgrade({ upgradeHandlers }: GatewayTools, request: IncomingMessage, socket: Duplex, head: Buffer): void {
  const path = (request.url ?? '').split('?', 1)[0] as string;
  const handler = upgradeHandlers.get(path);
  socket.on('error', () => socket.destroy());
  if (handler) handler(request, socket, head);
  else socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
}
