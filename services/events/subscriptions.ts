import { isPattern, matchesTopic } from './topics';

/** Who gets what under a key; made anew when the client subscribes to the key again. */
export interface Subscription<Client> {
  client: Client;
  key: string;
  /** Also what the client's own session caused. */
  selfNotification: boolean;
}

/** All subscriptions of a process, by key: a message looks only at its own key and at the patterns. */
export class Subscriptions<Client> {
  private readonly exact = new Map<string, Map<Client, Subscription<Client>>>();
  private readonly patterns = new Map<string, Map<Client, Subscription<Client>>>();

  add(subscription: Subscription<Client>): void {
    const { client, key } = subscription;
    const index = this.indexOf(key);
    const clients = index.get(key) ?? new Map<Client, Subscription<Client>>();
    index.set(key, clients.set(client, subscription));
  }

  remove(client: Client, key: string): void {
    const index = this.indexOf(key);
    const clients = index.get(key);
    clients?.delete(client);
    if (clients?.size === 0) index.delete(key);
  }

  /** Those that a message with the key is for; one client may have several. */
  matching(key: string): Subscription<Client>[] {
    const found = [...(this.exact.get(key)?.values() ?? [])];
    for (const [pattern, clients] of this.patterns) if (matchesTopic(pattern, key)) found.push(...clients.values());
    return found;
  }

  private indexOf(key: string) {
    return isPattern(key) ? this.patterns : this.exact;
  }
}
