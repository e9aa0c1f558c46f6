import type { NodeTools } from '../../lib/contracts/node';
import type { PushMessage } from '../../lib/contracts/push';
import type { Client, Command, Identity } from './client';
import type { Limits } from './limits';
import { readersOf } from './rights';
import { Subscriptions, type Subscription } from './subscriptions';
import { isPattern, subscriptionKey } from './topics';

export type HubTools = Pick<NodeTools, 'tokens'> & {
  caches: Pick<NodeTools['caches'], 'projects' | 'users'>;
  log: Pick<NodeTools['log'], 'warn'>;
};

const pong = JSON.stringify({ cmd: 'pong' });

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** What the connections of a process are subscribed to, and the way of messages to them. */
export class Hub {
  private readonly subscriptions = new Subscriptions<Client>();
  /** Messages are delivered in the order in which they came. */
  private deliveries: Promise<void> = Promise.resolve();

  constructor(
    private readonly node: HubTools,
    private readonly limits: Pick<Limits, 'subscriptions'>,
  ) {}

  /** Does what a client asks for; what it may not, and what isn't known, is ignored without an answer. */
  async obey(client: Client, command: Command): Promise<void> {
    if (command.cmd === 'ping') client.send(pong);
    else if (command.cmd === 'auth') client.identity = await this.identify(command.data);
    else if (command.cmd === 'subscribe') await this.subscribe(client, command);
    else if (command.cmd === 'unsubscribe') this.unsubscribe(client, command);
  }

  forget(client: Client): void {
    for (const key of client.keys) this.subscriptions.remove(client, key);
    client.keys.clear();
  }

  deliver(messages: readonly PushMessage[]): void {
    for (const message of messages) {
      const concerned = this.subscriptions.matching(message.key).filter((subscription) => isTold(subscription, message));
      if (concerned.length === 0) continue;
      this.deliveries = this.deliveries
        .then(() => this.send(message, concerned))
        .catch((error: unknown) => this.node.log.warn(`A live event of ${message.key} was not delivered`, error));
    }
  }

  /** Rights are asked for with each message: they may have changed since the subscription. */
  private async send(message: PushMessage, subscriptions: readonly Subscription<Client>[]): Promise<void> {
    const users = subscriptions.flatMap(({ client }) => client.identity?.user ?? []);
    const readers = await readersOf(this.node, message.key, users);
    const frame = JSON.stringify({ session_id: message.session, data: message.data, routing_key: message.key });
    for (const { client } of subscriptions) if (client.identity && readers.has(client.identity.user)) client.send(frame);
  }

  private async identify(data: unknown): Promise<Identity | null> {
    if (!isObject(data)) return null;
    const { token, sessionId } = data;
    if (typeof token !== 'string' || typeof sessionId !== 'string' || sessionId === '') return null;
    const verified = await this.node.tokens.verify(token, 'access');
    const card = verified && (await this.node.caches.users.one(verified.userId));
    return card?.is_active && !card.is_system ? { user: card.id, sessionId } : null;
  }

  private async subscribe(client: Client, { routing_key, options }: Command): Promise<void> {
    const key = client.identity && subscriptionKey(routing_key, client.identity.user);
    if (!client.identity || !key) return;
    if (!client.keys.has(key) && client.keys.size >= this.limits.subscriptions) {
      client.refuse('too many subscriptions');
      return;
    }
    const { user } = client.identity;
    // A pattern names no single project: each of its messages is checked when it comes.
    if (!isPattern(key) && !(await readersOf(this.node, key, [user])).has(user)) return;
    if (!client.open) return;
    client.keys.add(key);
    this.subscriptions.add({ client, key, selfNotification: isObject(options) && options.selfNotification === true });
  }

  private unsubscribe(client: Client, { routing_key }: Command): void {
    const key = client.identity && subscriptionKey(routing_key, client.identity.user);
    if (!key) return;
    client.keys.delete(key);
    this.subscriptions.remove(client, key);
  }
}

/** A session doesn't hear of what it did itself, unless it asked for that. */
function isTold({ client, selfNotification }: Subscription<Client>, { session }: PushMessage): boolean {
  return client.identity !== null && (selfNotification || session === null || session !== client.identity.sessionId);
}
