import { existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { ServiceBroker, type ServiceSchema } from 'moleculer';
import type { Config } from '../lib/config';
import type { NodeTools } from '../lib/contracts/node';
import { startHealthServer, type HealthServer } from '../mixins/health';
import { createNode, type Node } from '../mixins/node';
import { StartUp } from '../mixins/start-up';
import { brokerOptions } from '../moleculer.config';

/** What `services/<name>/<name>.service` exports by default. */
export type ServiceFactory = (node: NodeTools) => ServiceSchema;

/** One running process. */
export interface RunningNode {
  broker: ServiceBroker;
  /** Lets the requests under way finish, then closes everything. */
  stop(): Promise<void>;
}

export interface NodeOptions {
  config: Config;
  services: readonly string[] | 'all';
}

const servicesFolder = join(__dirname, '..', 'services');
const load = createRequire(__filename);

/** The folders of `services/`, each of which can run as a process of its own. */
export function serviceNames(): string[] {
  return readdirSync(servicesFolder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .filter((name) => ['ts', 'js'].some((extension) => existsSync(join(servicesFolder, name, `${name}.service.${extension}`))))
    .sort();
}

/**
 * Starts a broker with the named services.
 * @throws Error for unknown names, and whatever keeps a service from starting; nothing is left running then
 */
export async function startNode({ config, services }: NodeOptions): Promise<RunningNode> {
  const names = knownNames(services);
  const broker = new ServiceBroker(brokerOptions(config, nodeId(services)));
  const schemas: ServiceSchema[] = [];
  const startUp = new StartUp(broker.getLogger('start'));
  let node: Node | null = null;
  let health: HealthServer | null = null;
  const stop = async (): Promise<void> => {
    health?.drain();
    await broker.stop();
    await node?.close();
    await health?.close();
  };
  try {
    const { host, healthPort: port } = config.server;
    const needs = () => neededServices(names, schemas);
    // First, so that it can be asked what the start waits for.
    if (port)
      health = await startHealthServer({
        broker,
        store: () => node?.tools.store ?? null,
        host,
        port,
        needs,
        waitsFor: () => startUp.waitsFor,
      });
    const declared = () => ({
      outboxes: schemas.flatMap((schema) => namesIn(schema, 'outboxes')),
      groups: schemas.flatMap((schema) => namesIn(schema, 'groups')),
    });
    const { tools, services: common } = (node = await createNode(broker, config, declared, startUp));
    schemas.push(...names.map((name) => serviceFactory(name)(tools)));
    for (const schema of [...common, ...schemas]) broker.createService(schema);
    // The gateway tells by it whether it has seen all that it leads to.
    broker.metadata.needs = needs();
    await broker.start();
  } catch (error) {
    await stop();
    throw error;
  }
  return { broker, stop };
}

/** The gateway leads to every service, the others to those that they name. */
function neededServices(names: readonly string[], schemas: readonly ServiceSchema[]): string[] {
  if (names.includes('api')) return serviceNames();
  const named = schemas.flatMap(({ dependencies = [] }) => dependencies);
  return [...names, ...named.map((dependency) => (typeof dependency === 'string' ? dependency : dependency.name))];
}

function namesIn({ metadata }: ServiceSchema, key: 'outboxes' | 'groups'): string[] {
  const names: unknown = metadata?.[key];
  return Array.isArray(names) ? names.map(String) : [];
}

function knownNames(services: readonly string[] | 'all'): readonly string[] {
  const all = serviceNames();
  if (services === 'all') return all;
  const unknown = services.find((name) => !all.includes(name));
  if (unknown !== undefined) throw new Error(`There is no service ${JSON.stringify(unknown)}. Services: ${all.join(', ')}`);
  return services;
}

function nodeId(services: readonly string[] | 'all'): string {
  // Without services it is the REPL.
  const name = services === 'all' ? 'larch' : services.join('+') || 'repl';
  return `${name}-${hostname()}-${process.pid}`;
}

function serviceFactory(name: string): ServiceFactory {
  const module = load(join(servicesFolder, name, `${name}.service`)) as { default?: ServiceFactory };
  if (typeof module.default !== 'function') throw new Error(`services/${name}/${name}.service has no default export`);
  return module.default;
}
