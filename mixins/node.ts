import { join } from 'node:path';
import type { ServiceBroker, ServiceSchema } from 'moleculer';
import type { Config } from '../lib/config';
import { resolveSecretKey } from '../lib/config/secret-key';
import type { ChangeStream } from '../lib/contracts/change-stream';
import type { Caller, NodeTools } from '../lib/contracts/node';
import { pushed } from '../lib/contracts/push';
import type { Store } from '../lib/contracts/store';
import { openFiles } from '../lib/files';
import { createMailSender } from '../lib/mail';
import { natsOptions } from '../lib/nats-options';
import { openStore } from '../lib/store';
import { createTokens } from '../lib/tokens';
import { NodeCaches } from './caches';
import { JetStreamChangeStream } from './change-stream/jetstream-stream';
import { LocalChangeStream } from './change-stream/local-stream';
import { Outbox } from './outbox';
import { outboxSweeper } from './outbox-sweeper';
import { queuedMailer } from './queued-mailer';
import { recordEntries } from './record';
import { StoredRemovals } from './removals';
import { StartUp } from './start-up';
import { streamOperator } from './change-stream/stream-operator';

/** The tools of one process, the services that every process runs, and how to let go of them. */
export interface Node {
  tools: NodeTools;
  /** Run beside the process's own services. */
  services: ServiceSchema[];
  close(): Promise<void>;
}

/** What the services of a process declare about changes; asked for once they are made. */
export interface DeclaredChanges {
  /** Collections whose outboxes are swept by this process. */
  outboxes: readonly string[];
  /** Groups that follow the stream of changes. */
  groups: readonly string[];
}

/**
 * Opens what the services of a process share; waits for servers that are away.
 * @throws StoreUnavailableError when the file of the embedded store can't be opened; ConfigError
 */
export async function createNode(
  broker: ServiceBroker,
  config: Config,
  declared: () => DeclaredChanges,
  startUp = new StartUp(broker.getLogger('start')),
): Promise<Node> {
  const store = await openConfiguredStore(config, startUp);
  const call = ((name, params, options) => broker.call(name, params, options)) as Caller;
  const files = openFiles(config);
  await (config.s3 ? startUp.until('S3', () => files.prepare()) : files.prepare());
  const caches = new NodeCaches(broker, call);
  const { accessLifetime, refreshLifetime } = config.accounts;
  const stream = await startUp.until('NATS', () => openStream(config, store, broker, declared));
  const changes = new Outbox(
    store,
    recordEntries,
    (entry) => stream.publish(entry),
    (error) => broker.logger.warn(`A change entry waits for the sweeper: ${String(error)}`),
  );
  const removals = new StoredRemovals(store, broker.logger);
  const mailer = queuedMailer(createMailSender(config, broker.logger), {
    store,
    product: config.mail.productName,
    log: broker.logger,
  });
  const tools: NodeTools = {
    config,
    store,
    files,
    mailer,
    tokens: createTokens(await resolveSecretKey(config), { access: accessLifetime, refresh: refreshLifetime }),
    caches: caches.caches,
    call,
    changes,
    removals,
    stream,
    push: (messages) => {
      if (messages.length === 0) return;
      broker.broadcast(pushed, { messages }).catch((error: unknown) => broker.logger.warn('Live events were not sent', error));
    },
    invalidate: (cards, parts) => caches.invalidate(cards, parts),
    upgradeHandlers: new Map(),
    log: broker.logger,
  };
  return {
    tools,
    services: [
      caches.service(),
      outboxSweeper(broker, { outbox: changes, removals, collections: () => declared().outboxes }, store),
      streamOperator(stream),
    ],
    close: async () => {
      await mailer.close();
      await stream.close();
      await store.close();
    },
  };
}

async function openConfiguredStore({ mongoUrl, storeTimeout, dataFolder }: Config, startUp: StartUp): Promise<Store> {
  if (mongoUrl === null) return openStore({ sqlitePath: join(dataFolder, 'larch.sqlite') });
  return startUp.until('the store', () => openStore({ mongoUrl, timeout: storeTimeout * 1000 }));
}

async function openStream(config: Config, store: Store, broker: ServiceBroker, declared: () => DeclaredChanges): Promise<ChangeStream> {
  if (config.natsUrl === null) return new LocalChangeStream(store, () => declared().groups, broker.logger);
  return JetStreamChangeStream.open(natsOptions(config.natsUrl, `${broker.nodeID}-changes`), broker.logger, {
    replicas: config.streamReplicas,
  });
}
