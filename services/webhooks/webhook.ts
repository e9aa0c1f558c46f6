import type { Collection, CollectionDeclaration, Store } from '../../lib/contracts/store';
import type { ProjectDocument } from '../../lib/resource/document';

/** A webhook as stored. */
export type Webhook = ProjectDocument & {
  name: string;
  url: string;
  /** Signs the deliveries. */
  key: string;
  /** Since when nothing is delivered any more, because the receiver failed for a day or is gone; null while it is in use. */
  disabled_at: string | null;
};

/** One attempt to deliver, as stored. */
export type WebhookLog = ProjectDocument & {
  webhook: number;
  url: string;
  /** 0: no answer. */
  status: number;
  /** The body that was sent, byte for byte; null when it was too long to be kept. */
  body: string | null;
  request_headers: Record<string, string>;
  response_data: string;
  response_headers: Record<string, string>;
  /** Seconds. */
  duration: number;
  created: string;
};

/** A change on its way to one webhook. It stays, without its body, for as long as its change may be told again. */
export interface Delivery {
  /** `{change entry}:{webhook}`, also the `webhook-id` that the receiver sees. */
  id: string;
  webhook: number;
  project: number;
  /** By which the deliveries of a webhook go out: when the change was made, its version, and the id of its element. */
  position: string;
  body: string;
  /** Null once it was delivered or given up. */
  waiting: true | null;
  created: string;
}

/** The state of the deliveries to one webhook, shared by all replicas. */
export interface Queue {
  /** Of the webhook. */
  id: number;
  project: number;
  /** When the next delivery is tried; null when none waits. ISO datetime. */
  due: string | null;
  /** Until when a replica has the queue to itself; in the past when none has. ISO datetime. */
  leased_until: string;
  /** Which replica; its own word. */
  holder: string;
  /** Number of the deliveries that were ever put in, so that none is overlooked when the queue is left. */
  serial: number;
  /** Attempts that failed one after another, and when the first of them did. */
  failures: number;
  failing_since: string | null;
}

export const collections = {
  webhooks: 'webhooks',
  logs: 'webhook_logs',
  deliveries: { name: 'webhook_deliveries', indexes: [{ fields: ['webhook', 'waiting', 'position'] }, { fields: ['created'] }] },
  queues: { name: 'webhook_queues', indexes: [{ fields: ['due'] }, { fields: ['project'] }] },
} as const satisfies Record<string, string | CollectionDeclaration>;

export const webhooksOf = (store: Store): Collection<Webhook> => store.collection<Webhook>(collections.webhooks);
export const logsOf = (store: Store): Collection<WebhookLog> => store.collection<WebhookLog>(collections.logs);
export const deliveriesOf = (store: Store): Collection<Delivery> => store.collection<Delivery>(collections.deliveries.name);
export const queuesOf = (store: Store): Collection<Queue> => store.collection<Queue>(collections.queues.name);
