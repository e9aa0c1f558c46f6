import { randomUUID } from 'node:crypto';
import type { JetStreamClient, JsMsg, ObjectStore } from 'nats';
import type { ChangeEntry } from '../../lib/contracts/changes';
import type { DeadLetter } from '../../lib/contracts/change-stream';
import { largestMessage } from '../../lib/message-size';

const bucket = 'LARCH_LARGE';

/** A message that holds only the name under which its content is kept. */
interface Kept {
  kept: string;
}

/** How large messages are kept. */
export interface LargeMessageSettings {
  replicas: number;
  /** Of contents, at least as long as of the messages. Nanoseconds. */
  keptFor: number;
}

/** Keeps what is too large for one message of NATS in its object store; the message then names it. */
export class LargeMessages {
  private opened: Promise<ObjectStore> | null = null;

  constructor(
    private readonly client: JetStreamClient,
    private readonly settings: LargeMessageSettings,
  ) {}

  /** The bytes to publish. */
  async encoded(value: ChangeEntry | DeadLetter): Promise<Uint8Array> {
    const content = Buffer.from(JSON.stringify(value));
    if (content.length <= largestMessage) return content;
    // Another name each time: putting one again would take its content away from those who are reading it.
    const name = randomUUID();
    // A server that came back without its data is asked for a new store.
    await (await this.store()).putBlob({ name }, content).catch((error: unknown) => this.forget(error));
    return Buffer.from(JSON.stringify({ kept: name } satisfies Kept));
  }

  /** What was published. @throws when a kept content is gone */
  async decoded<Value extends ChangeEntry | DeadLetter>(message: JsMsg): Promise<Value> {
    const value = message.json<Value | Kept>();
    if (!('kept' in value)) return value;
    const content = await (await this.store()).getBlob(value.kept);
    if (content === null) throw new Error(`The content ${value.kept} of a message is gone`);
    return JSON.parse(Buffer.from(content).toString()) as Value;
  }

  private store(): Promise<ObjectStore> {
    const { replicas, keptFor } = this.settings;
    const opening = this.opened ?? this.client.views.os(bucket, { replicas, ttl: keptFor }).catch((error: unknown) => this.forget(error));
    this.opened = opening;
    return opening;
  }

  private forget(error: unknown): never {
    this.opened = null;
    throw error;
  }
}
