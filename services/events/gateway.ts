import { createServer, type IncomingMessage, type Server } from 'node:http';
import { once } from 'node:events';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import type { NodeTools } from '../../lib/contracts/node';
import type { PushMessage } from '../../lib/contracts/push';
import { Client } from './client';
import { Hub, type HubTools } from './hub';
import { limits as standard, type Limits } from './limits';

export const eventsPath = '/events';

type GatewayTools = HubTools & Pick<NodeTools, 'upgradeHandlers'> & { config: { server: { host: string; eventsPort: number } } };

const refusal = (status: string) => `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`;

/** The websockets of one process, on the port of the API and, by setting, on one of their own. */
export class EventsGateway {
  private readonly clients = new Set<Client>();
  private readonly hub: Hub;
  private readonly sockets: WebSocketServer;
  private own: Server | null = null;
  private sweeping: NodeJS.Timeout | undefined;

  constructor(
    private readonly node: GatewayTools,
    private readonly limits: Limits = standard,
  ) {
    this.hub = new Hub(node, limits);
    this.sockets = new WebSocketServer({ noServer: true, maxPayload: limits.message, perMessageDeflate: false, clientTracking: false });
  }

  async start(): Promise<void> {
    const { upgradeHandlers, config } = this.node;
    upgradeHandlers.set(eventsPath, (request, socket, head) => this.upgrade(request, socket, head));
    this.sweeping = setInterval(() => this.clients.forEach((client) => client.sweep()), this.limits.pingInterval).unref();
    if (config.server.eventsPort > 0) await this.listen(config.server.eventsPort, config.server.host);
  }

  async stop(): Promise<void> {
    this.node.upgradeHandlers.delete(eventsPath);
    clearInterval(this.sweeping);
    for (const client of this.clients) client.stop();
    if (!this.own) return;
    const closed = once(this.own.close(), 'close');
    this.own.closeAllConnections();
    await closed;
  }

  deliver(messages: readonly PushMessage[]): void {
    this.hub.deliver(messages);
  }

  private async listen(port: number, host: string): Promise<void> {
    const server = createServer((_request, response) => response.writeHead(404).end());
    server.on('upgrade', (request, socket, head) => {
      const path = (request.url ?? '').split('?', 1)[0];
      if (path === eventsPath) this.upgrade(request, socket, head);
      else socket.end(refusal('404 Not Found'));
    });
    server.listen(port, host);
    await once(server, 'listening');
    this.own = server;
  }

  private upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on('error', () => socket.destroy());
    if (this.clients.size >= this.limits.connections) socket.end(refusal('503 Service Unavailable'));
    else this.sockets.handleUpgrade(request, socket, head, (connection) => this.admit(connection));
  }

  private admit(connection: WebSocket): void {
    const gone = (client: Client) => {
      this.clients.delete(client);
      this.hub.forget(client);
    };
    this.clients.add(new Client(connection, this.limits, (client, command) => this.hub.obey(client, command), gone));
  }
}
