import type { DumpHistoryEntry } from '../dumps/types';

/** Who of the people outside is who of our accounts. */
export class OutsidePeople {
  /** @param addresses of accounts by outside id */
  constructor(private readonly addresses: Readonly<Record<string, string>>) {}

  /** The address of the account of somebody outside; null for who isn't bound to any. */
  address(id: string): string | null {
    return (Object.hasOwn(this.addresses, id) ? this.addresses[id] : undefined) ?? null;
  }

  /** The addresses of those who are bound, each once. */
  addressesOf(ids: readonly string[]): string[] {
    return [...new Set(ids.flatMap((id) => this.address(id) ?? []))];
  }

  /** Who is bound at all, each once. */
  get bound(): string[] {
    return [...new Set(Object.values(this.addresses))];
  }

  /** An author in the history: people without an account keep their name. */
  author(id: string, name: string): DumpHistoryEntry['user'] {
    return [this.address(id), name];
  }
}
