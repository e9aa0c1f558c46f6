import { join } from 'node:path';
import type { ServiceBroker, ServiceSchema } from 'moleculer';
import type { Config } from '../lib/config';
import { resolveSecretKey } from '../lib/config/secret-key';
import type { Caller, NodeTools } from '../lib/contracts/node';
import { openFiles } from '../lib/files';
import { createMailer } from '../lib/mail';
import { openStore } from '../lib/store';
import { createTokens } from '../lib/tokens';
import { NodeCaches } from './caches';
import { Outbox, outboxSweeper } from './outbox';

/** The tools of one process, the services that every process runs, and how to let go of them. */
export interface Node {
  tools: NodeTools;
  /** Run beside the process's own services. */
  services: ServiceSchema[];
  close(): Promise<void>;
}

/**
 * Opens what the services of a process share.
 * @param outboxes names of the collections of this process whose outboxes are swept
 * @throws StoreUnavailableError, ConfigError
 */
export async function createNode(broker: ServiceBroker, config: Config, outboxes: () => readonly string[]): Promise<Node> {
  const store = await openStore(
    config.mongoUrl === null ? { sqlitePath: join(config.dataFolder, 'larch.sqlite') } : { mongoUrl: config.mongoUrl },
  );
  const call = ((name, params, options) => broker.call(name, params, options)) as Caller;
  const caches = new NodeCaches(broker, call);
  const { accessLifetime, refreshLifetime } = config.accounts;
  const changes = new Outbox(
    store,
    () => Promise.resolve(),
    (entry) => Promise.resolve(broker.logger.debug(`${entry.kind} ${entry.object}: ${entry.action}`)),
    (error) => broker.logger.warn('A change entry waits for the sweeper', error),
  );
  const tools: NodeTools = {
    config,
    store,
    files: openFiles(config),
    mailer: createMailer(config, broker.logger),
    tokens: createTokens(await resolveSecretKey(config), { access: accessLifetime, refresh: refreshLifetime }),
    caches: caches.caches,
    call,
    changes,
    invalidate: (cards) => caches.invalidate(cards),
    upgradeHandlers: new Map(),
    log: broker.logger,
  };
  return { tools, services: [caches.service(), outboxSweeper(broker, changes, outboxes, store)], close: () => store.close() };
}
