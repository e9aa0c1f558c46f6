import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Context, ServiceSchema, ServiceSettingSchema } from 'moleculer';
import ApiGateway from 'moleculer-web';
import type { Reply, RequestFacts, RestRoute } from '../../lib/contracts/http';
import { describedApi, rootDocument } from './description';
import { GatewayProcess, type GatewayTools } from './gateway-process';

const openApiRoute: RestRoute = { method: 'GET', path: '/openapi.json', root: true };

/**
 * The gateway: moleculer-web's server and its watching of the registry, with routing, parsing and answers of our own,
 * since those of moleculer-web cost a multiple of what most requests take.
 */
export default function apiService(node: GatewayTools): ServiceSchema {
  const { server } = node.config;
  const settings: ServiceSettingSchema & Record<string, unknown> = {
    port: server.port,
    ip: server.host,
    routes: [],
    logRouteRegistration: null,
  };
  let running: GatewayProcess;
  return {
    name: 'api',
    mixins: [ApiGateway],
    settings,
    actions: {
      rest: false,
      listAliases: false,
      addRoute: false,
      removeRoute: false,
      root: {
        rest: [
          { method: 'GET', path: '' },
          { method: 'GET', path: '/' },
        ],
        handler: (ctx: Context<unknown, { request: RequestFacts }>) => rootDocument(running.gateway.table, ctx.meta.request.origin),
      },
      openapi: {
        rest: openApiRoute,
        handler: (): Reply => ({ status: 200, body: describedApi() }),
      },
    },
    methods: {
      httpHandler: (request: IncomingMessage, response: ServerResponse) => running.gateway.handle(request, response),
    },
    created() {
      running = new GatewayProcess(node, this.broker, this.server);
      this.regenerateAllAutoAliases = () => running.gateway.forgetRoutes();
    },
    started: () => running.start(),
    stopped: () => running.stop(),
  };
}
