import { randomBytes } from 'node:crypto';
import type { Middleware } from 'moleculer';
import { largestMessage } from '../lib/message-size';

/** What may go in pieces; a request's body is limited far below. Bytes. */
const mostInAll = 64 * 1024 ** 2;
/** Milliseconds after which a message whose pieces stopped coming is given up. */
const patience = 60_000;

/** No message of the serializer begins with this byte: MessagePack never uses it. */
const mark = 0xc1;
const idLength = 12;
/** The mark, the id of the message, the piece's number and the number of all. */
const headLength = 1 + idLength + 4 + 4;

/** A message that is coming in pieces. */
interface Arriving {
  pieces: Buffer[];
  /** When the last piece came; milliseconds. */
  at: number;
}

/**
 * The pieces of a message that is too large for one, each with a head that tells where it belongs; the message alone
 * when it fits.
 * @throws RangeError for messages that are too large even so
 */
export function piecesOf(message: Buffer): Buffer[] {
  if (message.length <= largestMessage) return [message];
  if (message.length > mostInAll) throw new RangeError(`A message of ${message.length} bytes is too large for the way between services`);
  const id = randomBytes(idLength);
  const count = Math.ceil(message.length / largestMessage);
  return Array.from({ length: count }, (_, number) => {
    const numbers = Buffer.alloc(8);
    numbers.writeUInt32BE(number);
    numbers.writeUInt32BE(count, 4);
    return Buffer.concat([Buffer.of(mark), id, numbers, message.subarray(number * largestMessage, (number + 1) * largestMessage)]);
  });
}

/** Puts pieces together again. Those of one message come in order, among those of others. */
export class Assembly {
  private readonly arriving = new Map<string, Arriving>();

  constructor(private readonly now: () => number = Date.now) {}

  /** @returns the whole message with its last piece, else null; what is no piece is whole already */
  take(data: Buffer): Buffer | null {
    if (data[0] !== mark || data.length < headLength) return data;
    this.giveUpOld();
    const id = data.toString('latin1', 1, 1 + idLength);
    const number = data.readUInt32BE(1 + idLength);
    const count = data.readUInt32BE(1 + idLength + 4);
    const { pieces }: Pick<Arriving, 'pieces'> = this.arriving.get(id) ?? { pieces: [] };
    // The begin was lost: what follows is of no use.
    if (pieces.length !== number) return null;
    pieces.push(data.subarray(headLength));
    if (pieces.length < count) {
      this.arriving.set(id, { pieces, at: this.now() });
      return null;
    }
    this.arriving.delete(id);
    return Buffer.concat(pieces);
  }

  private giveUpOld(): void {
    for (const [id, { at }] of this.arriving) if (this.now() - at > patience) this.arriving.delete(id);
  }
}

type Send = (topic: string, data: Buffer, meta: object) => Promise<void>;
type Receive = (command: string, data: Buffer) => Promise<void> | void;

/** Lets the processes of a cluster send one another what is too large for one message of NATS: whole texts and long lists. */
export function messagePieces(): Middleware {
  const assembly = new Assembly();
  const hooks = {
    name: 'MessagePieces',
    transporterSend:
      (next: Send): Send =>
      async (topic, data, meta) => {
        for (const piece of piecesOf(data)) await next(topic, piece, meta);
      },
    transporterReceive:
      (next: Receive): Receive =>
      (command, data) => {
        const whole = assembly.take(data);
        return whole === null ? undefined : next(command, whole);
      },
  };
  // The broker's type says that these hooks give what the wrapped method gives; they give the method.
  return hooks as unknown as Middleware;
}
