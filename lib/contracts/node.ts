import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Config } from '../config';
import type { FileStore } from '../files';
import type { Mailer } from '../mail';
import type { Tokens } from '../tokens';
import type { UserHomepages } from './account-actions';
import type { Caller } from './caller';
import type { ChangeStream } from './change-stream';
import type { ChangeEntry } from './changes';
import type { ContextPart, ProjectContext } from './project-context';
import type { PushMessage } from './push';
import type { Removals } from './removals';
import type { Filter, Store, StoredDocument } from './store';
import type { TokenCard } from './token-scopes';
import type { Standing, UserCard } from './user-card';
import type { ProjectMilestones } from './element-actions';
import type { UserMemberships } from './membership-actions';
import type { ProjectWatchers } from './notification-actions';
import type { EpicCard, EpicProgress, MilestoneCard } from './element-cards';

export type { Caller, CallOptions } from './caller';

/** Small objects kept in memory by id, loaded in batches from their owner, dropped on its broadcast. */
export interface CardCache<Card> {
  /** Loads what is missing in one call. Ids without a card are absent from the map. */
  many(ids: Iterable<number>): Promise<Map<number, Card>>;
  one(id: number): Promise<Card | null>;
  /** What is in memory now, without loading. */
  peek(id: number): Card | undefined;
}

/** Kinds of cards; the names are also those of the invalidation broadcast. */
export interface Caches {
  projects: CardCache<ProjectContext>;
  users: CardCache<UserCard>;
  milestones: CardCache<MilestoneCard>;
  epics: CardCache<EpicCard>;
  /** Dropped when a story enters or leaves the epic, is closed, opened or removed, or tasks of it are. */
  epicProgress: CardCache<EpicProgress>;
  /** Dropped with any project: whoever changes memberships, roles or owners has to drop the project's card anyway. */
  standings: CardCache<Standing>;
  /** Dropped with any project, for the same reason, and by whoever changes a user's order of projects. */
  memberships: CardCache<UserMemberships>;
  projectMilestones: CardCache<ProjectMilestones>;
  projectWatchers: CardCache<ProjectWatchers>;
  userHomepages: CardCache<UserHomepages>;
  /** Of external applications, by the id of the grant; dropped with it. */
  applicationTokens: CardCache<TokenCard>;
  /** Dropped when the token is taken back. */
  personalTokens: CardCache<TokenCard>;
}

/** Name of a kind of cards. */
export type CacheName = keyof Caches;

/** The log of the process. */
export interface Log {
  info(...details: unknown[]): void;
  warn(...details: unknown[]): void;
  error(...details: unknown[]): void;
  debug(...details: unknown[]): void;
}

/** Entries and the document that holds them; null for those of removals. */
export interface Delivered {
  document: StoredDocument['id'] | null;
  entries: readonly ChangeEntry[];
}

/** Brings change entries from the documents that hold them to everything that follows from them. */
export interface ChangeDelivery {
  /**
   * Called once the entries are stored with their document. Resolves when what the client may read back is done;
   * the rest follows from the durable stream.
   * @param document id of the document whose outbox holds the entries; null for the entry of a removal
   */
  deliver(collection: string, document: StoredDocument['id'] | null, entries: readonly ChangeEntry[], call: Caller): Promise<void>;
  /** The same for many documents of a collection at once, in batches. */
  deliverAll(collection: string, delivered: readonly Delivered[], call: Caller): Promise<void>;
  /**
   * Removes the document that the entry of a deletion is about. The entry is kept first, and so are entries that the
   * document itself still holds: a process that dies in between leaves it to the sweeper.
   * @param seen the document as it was read, which spares reading it again
   */
  remove(collection: string, entry: ChangeEntry, seen?: StoredDocument): Promise<void>;
  /** Says what else follows from removals in a collection; done again by the sweeper when a process died on the way. */
  followRemovals(collection: string, follow: (entry: ChangeEntry, call: Caller) => Promise<void>): void;
  /** Keeps the entries that documents still hold which are about to be removed without entries of their own. */
  rescue(collection: string, filter: Filter): Promise<void>;
}

/** What one process offers to the services that run in it. */
export interface NodeTools {
  config: Config;
  store: Store;
  files: FileStore;
  mailer: Mailer;
  tokens: Tokens;
  caches: Caches;
  /** For work outside of a request (start, sweepers). Within one use the request's own `call`. */
  call: Caller;
  /**
   * Drops cards here and in every other process. Resolves once the broadcast has reached the transporter, so that
   * whoever gets the answer afterwards sees the change.
   * @param parts of the contexts of these projects, when nothing else of them changed
   */
  invalidate(cards: Partial<Record<CacheName, readonly number[] | 'all'>>, parts?: readonly ContextPart[]): Promise<void>;
  changes: ChangeDelivery;
  removals: Removals;
  /** Where groups of consumers follow all changes. */
  stream: ChangeStream;
  /** Sends messages to the gateways of live events, at most once; never fails. */
  push(messages: readonly PushMessage[]): void;
  log: Log;
  /** Websocket upgrades by path, served by the gateway of the same process. */
  upgradeHandlers: Map<string, (request: IncomingMessage, socket: Duplex, head: Buffer) => void>;
}
