import {
  AckPolicy,
  DeliverPolicy,
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
import { retryPauses, type ChangeHandler, type ChangeStream, type DeadLetter } from '../../lib/contracts/change-stream';
import type { Log } from '../../lib/contracts/node';
import { Workers } from './workers';

const changes = { name: 'LARCH_CHANGES', subject: 'larch.changes' };
const dead = { name: 'LARCH_DEAD', subject: 'larch.dead' };

const second = 1000;
const day = 86_400 * second;
/** A handler that hasn't answered by then is taken for dead, and another replica is asked. Milliseconds. */
const acknowledgeWithin = 30 * second;
const parallel = 16;
/** Between two attempts to follow the stream after the server was away. Milliseconds. */
const pause = second;

const encoder = new TextEncoder();

/** The change stream of a cluster, on NATS JetStream: one durable consumer a group, explicit acknowledgement. */
export class JetStreamChangeStream implements ChangeStream {
  private readonly workers = new Workers(parallel);
  private readonly following = new Set<ConsumerMessages>();
  private closed = false;

  private constructor(
    private readonly connection: NatsConnection,
    private readonly client: JetStreamClient,
    private readonly manager: JetStreamManager,
    private readonly log: Log,
  ) {}

  /** @param replicas of the streams: 3 in a cluster of NATS servers. @throws when the server doesn't answer */
  static async open(options: ConnectionOptions, replicas: number, log: Log): Promise<JetStreamChangeStream> {
    const connection = await connect(options);
    const manager = await connection.jetstreamManager();
    const stream = new JetStreamChangeStream(connection, connection.jetstream(), manager, log);
    await stream.declareStreams(replicas);
    return stream;
  }

  async publish(entry: ChangeEntry): Promise<void> {
    await this.client.publish(`${changes.subject}.${entry.kind}`, encoder.encode(JSON.stringify(entry)), { msgID: entry.id });
  }

  async consume(group: string, handle: ChangeHandler): Promise<void> {
    await this.declareConsumer(group);
    void this.follow(group, handle);
  }

  async deadLetters(group: string): Promise<DeadLetter[]> {
    const letters: DeadLetter[] = [];
    await this.eachDeadLetter(group, (letter) => letters.push(letter));
    return letters;
  }

  async replay(group: string): Promise<number> {
    const sequences: number[] = [];
    const letters: DeadLetter[] = [];
    await this.eachDeadLetter(group, (letter, sequence) => {
      letters.push(letter);
      sequences.push(sequence);
    });
    for (const [index, { entry }] of letters.entries()) {
      // A new message id: the stream would drop the entry's own as a repetition.
      const msgID = `${entry.id}:${group}:${Date.now()}`;
      await this.client.publish(`${changes.subject}.again.${group}`, encoder.encode(JSON.stringify(entry)), { msgID });
      await this.manager.streams.deleteMessage(dead.name, sequences[index] ?? 0);
    }
    return letters.length;
  }

  async close(): Promise<void> {
    this.closed = true;
    for (const messages of this.following) await messages.close();
    await this.workers.settled();
    await this.connection.drain();
  }

  private async declareStreams(replicas: number): Promise<void> {
    const common = { storage: StorageType.File, num_replicas: replicas, retention: RetentionPolicy.Limits };
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
    try {
      await this.manager.streams.info(config.name);
      await this.manager.streams.update(config.name, config);
    } catch {
      await this.manager.streams.add(config);
    }
  }

  private async declareConsumer(group: string): Promise<void> {
    const config = {
      durable_name: group,
      ack_policy: AckPolicy.Explicit,
      deliver_policy: DeliverPolicy.All,
      ack_wait: nanos(acknowledgeWithin),
      max_ack_pending: 1000,
    };
    try {
      await this.manager.consumers.info(changes.name, group);
    } catch {
      await this.manager.consumers.add(changes.name, config);
    }
  }

  /** Follows the stream until it is closed; a server that was away is followed again. */
  private async follow(group: string, handle: ChangeHandler): Promise<void> {
    while (!this.closed) {
      try {
        await this.declareConsumer(group);
        const consumer = await this.client.consumers.get(changes.name, group);
        const messages = await consumer.consume({ max_messages: 4 * parallel });
        this.following.add(messages);
        for await (const message of messages) await this.workers.run(() => this.deliver(group, handle, message));
        this.following.delete(messages);
      } catch (error) {
        if (!this.isClosed()) this.log.warn(`${group} cannot follow the changes now, it tries again`, error);
      }
      if (!this.isClosed()) await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }

  private isClosed(): boolean {
    return this.closed;
  }

  private async deliver(group: string, handle: ChangeHandler, message: JsMsg): Promise<void> {
    const again = message.subject.split('.')[2] === 'again' ? message.subject.split('.')[3] : group;
    try {
      if (again === group) await handle(message.json<ChangeEntry>());
      message.ack();
    } catch (error) {
      await this.postpone(group, message, error).catch((failure: unknown) => this.log.warn('A failed delivery comes again', failure));
    }
  }

  private async postpone(group: string, message: JsMsg, error: unknown): Promise<void> {
    const entry = message.json<ChangeEntry>();
    const wait = retryPauses[message.info.redeliveryCount - 1];
    this.log.warn(
      `${group} failed to handle the change ${entry.id}${wait === undefined ? ' for the last time' : `, again in ${wait} s`}: ${String(error)}`,
    );
    if (wait !== undefined) {
      message.nak(wait * second);
      return;
    }
    const letter: DeadLetter = { group, entry, reason: String(error), at: new Date().toISOString() };
    await this.client.publish(`${dead.subject}.${group}`, encoder.encode(JSON.stringify(letter)), { msgID: `${entry.id}:${group}` });
    message.term();
  }

  private async eachDeadLetter(group: string, visit: (letter: DeadLetter, sequence: number) => void): Promise<void> {
    const { state } = await this.manager.streams.info(dead.name);
    for (let sequence = state.first_seq; sequence <= state.last_seq; sequence++) {
      const message = await this.manager.streams.getMessage(dead.name, { seq: sequence }).catch(() => null);
      if (message?.subject === `${dead.subject}.${group}`) visit(message.json<DeadLetter>(), sequence);
    }
  }
}
