import type { Caller, NodeTools } from '../../../lib/contracts/node';
import { comparable } from '../../../lib/email-address';

/** Those of an operator's own host, such as the first administrator's, are addresses though nobody may register with them. */
const mayBeAddress = (text: string) => text.length <= 255 && text.includes('@');

/** Accounts by the addresses that a dump names, looked up in batches and remembered. */
export class KnownAccounts {
  private readonly ids = new Map<string, number | null>();
  private readonly names = new Map<number, string>();

  constructor(
    private readonly node: NodeTools,
    private readonly call: Caller,
  ) {}

  /** Null for addresses without account, and for what is no address. */
  of(address: unknown): number | null {
    return typeof address === 'string' ? (this.ids.get(comparable(address)) ?? null) : null;
  }

  nameOf(id: number): string {
    return this.names.get(id) ?? '';
  }

  async learn(addresses: Iterable<unknown>): Promise<void> {
    const emails = new Set<string>();
    for (const address of addresses) {
      if (typeof address !== 'string' || this.ids.has(comparable(address)) || !mayBeAddress(address)) continue;
      emails.add(comparable(address));
    }
    if (emails.size === 0) return;
    for (const email of emails) this.ids.set(email, null);
    const accounts = await this.call('auth.accountsByEmail', { emails: [...emails] });
    for (const { id, email } of accounts) this.ids.set(comparable(email), id);
    const cards = await this.node.caches.users.many(accounts.map(({ id }) => id));
    for (const card of cards.values()) this.names.set(card.id, card.full_name_display);
  }
}
