import type { Caller, NodeTools } from '../../../lib/contracts/node';

/** Addresses and names of accounts, looked up in batches and remembered. */
export class KnownPeople {
  private readonly known = new Map<number, { email: string; name: string } | null>();

  constructor(
    private readonly node: NodeTools,
    private readonly call: Caller,
  ) {}

  of(id: number): { email: string; name: string } | undefined {
    return this.known.get(id) ?? undefined;
  }

  /** Makes these known; ids of accounts that are gone stay unknown. */
  async learn(wanted: Iterable<number>): Promise<void> {
    const ids = [...new Set(wanted)].filter((id) => !this.known.has(id));
    if (ids.length === 0) return;
    const [accounts, cards] = await Promise.all([this.call('auth.accounts', { ids }), this.node.caches.users.many(ids)]);
    for (const id of ids) this.known.set(id, null);
    for (const { id, email } of accounts) this.known.set(id, { email, name: cards.get(id)?.full_name_display ?? '' });
  }
}
