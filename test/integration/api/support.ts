import type { AddressInfo } from 'node:net';
import type { Server } from 'node:http';
import { ServiceBroker, type ServiceSchema } from 'moleculer';
import { loadConfig } from '../../../lib/config';
import type { CardCache } from '../../../lib/contracts/node';
import type { TokenCard } from '../../../lib/contracts/token-scopes';
import type { Store } from '../../../lib/contracts/store';
import type { UserCard } from '../../../lib/contracts/user-card';
import { hashToken, type OpaqueKind } from '../../../lib/opaque-tokens';
import type { Tokens } from '../../../lib/tokens';
import apiService from '../../../services/api/api.service';
import type { GatewayTools } from '../../../services/api/gateway-process';

const accounts: Record<number, Pick<UserCard, 'is_active' | 'is_system' | 'is_superuser'>> = {
  1: { is_active: true, is_system: false, is_superuser: false },
  2: { is_active: false, is_system: false, is_superuser: false },
  3: { is_active: true, is_system: true, is_superuser: false },
  9: { is_active: true, is_system: false, is_superuser: true },
};

/** `token-N` is a valid access token of user N. */
const tokens: Pick<Tokens, 'verify'> = {
  verify: (token) => {
    const userId = Number(/^token-(\d+)$/.exec(token)?.[1]);
    return Promise.resolve(userId ? { userId, jti: '', expires: 0 } : null);
  },
};

const cacheOf = <Card>(one: (id: number) => Card | null): CardCache<Card> => ({
  many: () => Promise.resolve(new Map()),
  one: (id) => Promise.resolve(one(id)),
  peek: () => undefined,
});

/** A token of user 1 for each kind and id from 1 to 9: good for reading when it is a personal one; the second has expired. */
export const opaqueToken = (kind: OpaqueKind, id: number): string => `larch_${kind}_${id}_${String(id).repeat(43)}`;

const tokenCard =
  (kind: OpaqueKind) =>
  (id: number): TokenCard => ({
    ...{ id, user: 1, hash: hashToken(opaqueToken(kind, id)) },
    scopes: kind === 'pat' ? ['read'] : null,
    expires: id === 2 ? '2001-01-01T00:00:00.000Z' : '2999-01-01T00:00:00.000Z',
  });

export interface TestGateway {
  base: string;
  broker: ServiceBroker;
  tools: GatewayTools;
  fetch(path: string, init?: RequestInit): Promise<Response>;
  stop(): Promise<void>;
}

/** A gateway before the given services; accounts 1 (ordinary), 2 (inactive), 3 (system) and 9 (superuser) exist. */
export async function startGateway(services: ServiceSchema[], environment: Record<string, string> = {}): Promise<TestGateway> {
  const broker = new ServiceBroker({ logger: false, nodeID: `gateway-test-${process.pid}` });
  const card = (id: number) => (accounts[id] ? ({ id, ...accounts[id] } as UserCard) : null);
  const tools: GatewayTools = {
    config: { ...loadConfig({ HOST: '127.0.0.1', ...environment }) },
    tokens: tokens as Tokens,
    caches: { users: cacheOf(card), applicationTokens: cacheOf(tokenCard('app')), personalTokens: cacheOf(tokenCard('pat')) },
    store: {} as Store,
    upgradeHandlers: new Map(),
  };
  tools.config = { ...tools.config, server: { ...tools.config.server, port: 0 } };
  const gateway = broker.createService(apiService(tools));
  for (const service of services) broker.createService(service);
  await broker.start();
  const { port } = (gateway as typeof gateway & { server: Server }).server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  return {
    base: `${origin}/api/v1`,
    broker,
    tools,
    fetch: (path, init) => fetch(path.startsWith('/media') ? origin + path : `${origin}/api/v1${path}`, init),
    stop: () => broker.stop(),
  };
}
