import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { Assembly, piecesOf } from '../../../mixins/message-pieces';

const piece = 512 * 1024;
const messageOf = (length: number) => Buffer.concat([Buffer.of(0x86), randomBytes(length - 1)]);

describe('messages between processes', () => {
  it('go as they are when they fit into one', () => {
    const message = messageOf(piece);
    expect(piecesOf(message)).toEqual([message]);
    expect(new Assembly().take(message)).toBe(message);
  });

  it('come together from their pieces, whatever comes between these', () => {
    const lengths = fc.array(fc.integer({ min: 1, max: 4 * piece }), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(lengths, fc.infiniteStream(fc.nat()), (sizes, choices) => {
        const messages = sizes.map(messageOf);
        const ways = messages.map(piecesOf);
        const assembly = new Assembly();
        const arrived: Buffer[] = [];
        while (ways.some((way) => way.length > 0)) {
          const open = ways.filter((way) => way.length > 0);
          const next = open[(choices.next().value ?? 0) % open.length]?.shift() as Buffer;
          expect(next.length).toBeLessThan(piece + 64);
          const whole = assembly.take(next);
          if (whole) arrived.push(whole);
        }
        const sorted = (all: readonly Buffer[]) => all.map((one) => one.toString('base64')).sort();
        return JSON.stringify(sorted(arrived)) === JSON.stringify(sorted(messages));
      }),
      { numRuns: 20 },
    );
  });

  it('are given up when a piece is lost or stays away', () => {
    let now = 0;
    const assembly = new Assembly(() => now);
    const [, second, third] = piecesOf(messageOf(3 * piece)) as [Buffer, Buffer, Buffer];
    expect([assembly.take(second), assembly.take(third)]).toEqual([null, null]);
    const [first, ...rest] = piecesOf(messageOf(2 * piece)) as [Buffer, Buffer];
    expect(assembly.take(first)).toBeNull();
    now = 61_000;
    expect(rest.map((one) => assembly.take(one))).toEqual([null]);
  });

  it('that are too large for all memory are refused', () => {
    expect(() => piecesOf(Buffer.alloc(65 * 1024 ** 2))).toThrow(RangeError);
  });
});
