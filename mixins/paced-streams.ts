import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Context, Middleware, ServiceBroker } from 'moleculer';

/** Event by which the receiver of a stream tells how much of it was used. */
const used = 'stream.used';
/** Header of a call, or meta of its answer, with the id of the stream that comes along. */
const header = '$pacedStream';

/** Bytes that may be under way, and after how many the receiver tells of them. */
const window = 4 * 1024 ** 2;
const step = 512 * 1024;
/** Milliseconds without news from the receiver after which it is taken for dead. A slow client may take long for a step. */
const patience = 300_000;

interface Usage {
  id: string;
  /** Bytes from the beginning. */
  bytes: number;
  /** The receiver takes nothing more. */
  closed: boolean;
}

type StreamContext = Context<unknown, Record<string, unknown>> & {
  stream?: Readable | null;
  options: { stream?: Readable };
  headers?: Record<string, unknown>;
};

type Handler = (context: StreamContext) => Promise<unknown>;

/** One stream on its way to another process. */
class Sender {
  private sent = 0;
  private usedBytes = 0;
  private wake: (() => void) | null = null;
  private timer: NodeJS.Timeout | undefined;
  private ended = false;

  constructor(private readonly limit: number) {}

  told({ bytes, closed }: Usage): void {
    this.usedBytes = Math.max(this.usedBytes, bytes);
    if (closed) this.end();
    this.wake?.();
  }

  end(): void {
    this.ended = true;
    this.wake?.();
  }

  async *chunks(source: Readable): AsyncGenerator<Buffer> {
    for await (const chunk of source as AsyncIterable<Buffer>) {
      while (this.sent - this.usedBytes >= window) await this.news();
      if (this.ended) throw new Error('The receiver of the stream has gone');
      this.sent += chunk.length;
      yield chunk;
    }
  }

  private async news(): Promise<void> {
    if (this.ended) throw new Error('The receiver of the stream has gone');
    await new Promise<void>((resolve) => {
      this.wake = resolve;
      this.timer = setTimeout(() => this.end(), this.limit);
    });
    clearTimeout(this.timer);
    this.wake = null;
  }
}

/**
 * Keeps streams between processes from filling the memory of the slower side, since the transporter knows no
 * backpressure: the sender waits until the receiver has used what is under way.
 */
export class PacedStreams {
  private readonly senders = new Map<string, Sender>();

  constructor(
    private readonly tell: (usage: Usage) => void,
    private readonly limit = patience,
  ) {}

  /** The same bytes, no faster than the receiver of `id` uses them. Destroying it destroys the source. */
  paced(source: Readable, id: string): Readable {
    const sender = new Sender(this.limit);
    this.senders.set(id, sender);
    const stream = Readable.from(sender.chunks(source), { objectMode: false, highWaterMark: 65_536 });
    stream.once('close', () => {
      this.senders.delete(id);
      sender.end();
      source.destroy();
    });
    return stream;
  }

  /** The same bytes; the sender of `id` learns of their use, and of the end. */
  reported(source: Readable, id: string): Readable {
    const progress = { bytes: 0, told: 0 };
    const stream = Readable.from(this.counted(source, id, progress), { objectMode: false, highWaterMark: 65_536 });
    stream.once('close', () => {
      this.tell({ id, bytes: progress.bytes, closed: true });
      source.destroy();
    });
    return stream;
  }

  /** News of a receiver, here or elsewhere. */
  told(usage: Usage): void {
    this.senders.get(usage.id)?.told(usage);
  }

  private async *counted(source: Readable, id: string, progress: { bytes: number; told: number }): AsyncGenerator<Buffer> {
    for await (const chunk of source as AsyncIterable<Buffer>) {
      yield chunk;
      progress.bytes += chunk.length;
      if (progress.bytes - progress.told < step) continue;
      progress.told = progress.bytes;
      this.tell({ id, bytes: progress.bytes, closed: false });
    }
  }
}

/** Paces the streams of all calls that leave the process; within it streams need no help. */
export function pacedStreams(): Middleware {
  let streams: PacedStreams;
  return {
    name: 'PacedStreams',
    created(broker: ServiceBroker) {
      streams = new PacedStreams((usage) => {
        broker.broadcast(used, usage).catch((error: unknown) => broker.logger.warn('The use of a stream was not told', error));
      });
      broker.createService({ name: '$streams', events: { [used]: (context: Context<Usage>) => streams.told(context.params) } });
    },
    remoteAction: ((next: Handler) => (context: StreamContext) => callRemotely(streams, next, context)) as Middleware['remoteAction'],
    localAction: ((next: Handler) => (context: StreamContext) => answer(streams, next, context)) as Middleware['localAction'],
  };
}

async function callRemotely(streams: PacedStreams, next: Handler, context: StreamContext): Promise<unknown> {
  const { stream } = context.options;
  if (stream) {
    const id = randomUUID();
    context.headers = { ...context.headers, [header]: id };
    context.options.stream = streams.paced(stream, id);
  }
  const result = await next(context);
  const id = context.meta[header];
  Reflect.deleteProperty(context.meta, header);
  return result instanceof Readable && typeof id === 'string' ? streams.reported(result, id) : result;
}

function answer(streams: PacedStreams, next: Handler, context: StreamContext): Promise<unknown> {
  return context.nodeID === context.broker.nodeID ? next(context) : answerRemotely(streams, next, context);
}

async function answerRemotely(streams: PacedStreams, next: Handler, context: StreamContext): Promise<unknown> {
  const sent = context.headers?.[header];
  if (context.stream && typeof sent === 'string') context.stream = streams.reported(context.stream, sent);
  const result = await next(context);
  if (!(result instanceof Readable)) return result;
  const id = randomUUID();
  context.meta[header] = id;
  return streams.paced(result, id);
}
