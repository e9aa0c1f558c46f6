import {
  AckPolicy,
  DeliverPolicy,
  ErrorCode,
  NatsError,
  RetentionPolicy,
  StorageType,
  connect,
  nanos,
  type ConnectionOptions,
  type ConsumerMessages,
  type JetStreamClient,
  type JetStreamManager,
  type JsMsg,
  type NatsConnection,
} from 'nats';
import type { ChangeEntry } from '../../lib/contracts/changes';
import type { ChangeHandler, ChangeStream, DeadLetter } from '../../lib/contracts/change-stream';
import type { Log } from '../../lib/contracts/node';
import { LargeMessages } from './large-messages';
import { pauseAfter } from './retries';
import { Workers } from './workers';

const changes = { name: 'LARCH_CHANGES', subject: 'larch.changes' };
const dead = { name: 'LARCH_DEAD', subject: 'larch.dead' };

const second = 1000;
const day = 86_400 * second;
/** A handler that hasn't answered by then is taken for dead, and another replica is asked. Milliseconds. */
const acknowledgeWithin = 60 * second;
/** Changes that a group handles at a time in one process; few more are fetched, as their time runs already. */
const parallel = 16;
/** Changes that wait for another attempt, or for their acknowledgement, before a group gets no further ones. */
const waiting = 20_000;
/** Between two attempts to follow the stream after the server was away. Milliseconds. */
const pause = second;
/** How long it is waited for dead letters that the server says there are. Milliseconds. */
const patience = 5 * second;

/** How the streams of a cluster are kept. */
export interface StreamSettings {
  /** Of the streams: 3 in a cluster of NATS servers. */
  replicas: number;
  /** Before each further attempt, in seconds; else those of all streams. */
  pauses?: readonly number[];
}

/** The change stream of a cluster, on NATS JetStream: one durable consumer a group, explicit acknowledgement. */
export class JetStreamChangeStream implements ChangeStream {
  private readonly workers = new Map<string, Workers>();
  private readonly large: LargeMessages;
  private readonly following = new Set<ConsumerMessages>();
  private closed = false;

  private constructor(
    private readonly connection: NatsConnection,
    private readonly client: JetStreamClient,
    private readonly manager: JetStreamManager,
    private readonly log: Log,
    private readonly settings: StreamSettings,
  ) {
    this.large = new LargeMessages(client, { replicas: settings.replicas, keptFor: nanos(90 * day) });
  }

  /** @throws when the server doesn't answer */
  static async open(options: ConnectionOptions, log: Log, settings: StreamSettings): Promise<JetStreamChangeStream> {
    const connection = await connect(options);
    try {
      const manager = await connection.jetstreamManager();
      const stream = new JetStreamChangeStream(connection, connection.jetstream(), manager, log, settings);
      await stream.declareStreams();
      return stream;
    } catch (error) {
      await connection.close();
      throw error;
    }
  }

  async publish(entry: ChangeEntry): Promise<void> {
    const publish = async () =>
      this.client.publish(`${changes.subject}.${entry.kind}`, await this.large.encoded(entry), { msgID: entry.id });
    await publish().catch(async (error: unknown) => {
      if (!isStreamMissing(error)) throw error;
      await this.declareStreams();
      await publish();
    });
  }

  async consume(group: string, handle: ChangeHandler): Promise<void> {
    this.workers.set(group, new Workers(parallel));
    await this.declareConsumer(group);
    void this.follow(group, handle);
  }

  async deadLetters(group?: string): Promise<DeadLetter[]> {
    return Promise.all((await this.lettersOf(group)).map((message) => this.large.decoded<DeadLetter>(message)));
  }

  async replay(group: string): Promise<number> {
    const letters = await this.lettersOf(group);
    for (const letter of letters) {
      // Not the entry's own id, which the stream would drop as a repetition; the same when a replay is repeated.
      const msgID = `${group}:again:${letter.seq}`;
      const { entry } = await this.large.decoded<DeadLetter>(letter);
      await this.client.publish(`${changes.subject}.again.${group}`, await this.large.encoded(entry), { msgID });
      await this.manager.streams.deleteMessage(dead.name, letter.seq);
    }
    return letters.length;
  }

  async close(): Promise<void> {
    this.closed = true;
    for (const messages of this.following) await messages.close();
    await Promise.all([...this.workers.values()].map((workers) => workers.settled()));
    await this.connection.drain();
  }

  private async declareStreams(): Promise<void> {
    const common = { storage: StorageType.File, num_replicas: this.settings.replicas, retention: RetentionPolicy.Limits };
    await this.declareStream({
      ...common,
      name: changes.name,
      subjects: [`${changes.subject}.>`],
      max_age: nanos(7 * day),
      duplicate_window: nanos(600 * second),
    });
    await this.declareStream({ ...common, name: dead.name, subjects: [`${dead.subject}.>`], max_age: nanos(90 * day) });
  }

  private async declareStream(config: Parameters<JetStreamManager['streams']['add']>[0] & { name: string }): Promise<void> {
    const known = await this.manager.streams.info(config.name).catch(nullIfMissing);
    if (known) await this.manager.streams.update(config.name, config);
    else await this.manager.streams.add(config);
  }

  private async declareConsumer(group: string): Promise<void> {
    const limits = { ack_wait: nanos(acknowledgeWithin), max_ack_pending: waiting };
    const known = await this.manager.consumers.info(changes.name, group).catch(nullIfMissing);
    if (known) await this.manager.consumers.update(changes.name, group, limits);
    else await this.manager.consumers.add(changes.name, { ...wholeStream, ...limits, durable_name: group });
  }

  /** Follows the stream until it is closed; a server that was away, or came back empty, is followed again. */
  private async follow(group: string, handle: ChangeHandler): Promise<void> {
    while (!this.isClosed()) {
      try {
        await this.declareStreams();
        await this.declareConsumer(group);
        await this.handleAll(group, handle);
      } catch (error) {
        if (!this.isClosed()) this.log.warn(`${group} cannot follow the changes now, it tries again`, error);
      }
      if (!this.isClosed()) await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }

  private async handleAll(group: string, handle: ChangeHandler): Promise<void> {
    const consumer = await this.client.consumers.get(changes.name, group);
    const messages = await consumer.consume({ max_messages: 2 * parallel });
    this.following.add(messages);
    try {
      for await (const message of messages) await this.workers.get(group)?.run(() => this.deliver(group, handle, message));
    } finally {
      this.following.delete(messages);
    }
  }

  private isClosed(): boolean {
    return this.closed;
  }

  private async deliver(group: string, handle: ChangeHandler, message: JsMsg): Promise<void> {
    // `larch.changes.again.GROUP`: a dead letter, for its group alone.
    const [, , kind, only] = message.subject.split('.');
    try {
      if (kind !== 'again' || only === group) await handle(await this.large.decoded<ChangeEntry>(message));
      message.ack();
    } catch (error) {
      await this.postpone(group, message, error).catch((failure: unknown) => this.log.warn('A failed delivery comes again', failure));
    }
  }

  private async postpone(group: string, message: JsMsg, error: unknown): Promise<void> {
    const entry = await this.large.decoded<ChangeEntry>(message);
    const wait = pauseAfter(message.info.deliveryCount, error, this.settings.pauses);
    this.log.warn(
      `${group} failed to handle the change ${entry.id}${wait === null ? ' for the last time' : `, again in ${wait} s`}: ${String(error)}`,
    );
    if (wait !== null) {
      message.nak(wait * second);
      return;
    }
    const letter: DeadLetter = { group, entry, reason: String(error), at: new Date().toISOString() };
    const msgID = `${group}:${message.seq}`;
    await this.client.publish(`${dead.subject}.${group}`, await this.large.encoded(letter), { msgID });
    message.term();
  }

  private async lettersOf(group = '>'): Promise<JsMsg[]> {
    const consumer = await this.client.consumers.get(dead.name, { filterSubjects: `${dead.subject}.${group}` });
    const letters: JsMsg[] = [];
    const { num_pending: wanted } = await consumer.info();
    if (wanted === 0) return letters;
    for await (const message of await consumer.fetch({ max_messages: wanted, expires: patience })) {
      letters.push(message);
      if (letters.length === wanted) break;
    }
    return letters;
  }
}

const wholeStream = { ack_policy: AckPolicy.Explicit, deliver_policy: DeliverPolicy.All };

/** A server that came back without its data answers so, or nobody does. */
function isStreamMissing(error: unknown): boolean {
  return (
    error instanceof NatsError &&
    (error.isJetStreamError() ? error.api_error?.code === 404 : error.code === ErrorCode.NoResponders.toString())
  );
}

function nullIfMissing(error: unknown): null {
  if (error instanceof NatsError && error.api_error?.code === 404) return null;
  throw error;
}
