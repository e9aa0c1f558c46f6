import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { PacedStreams } from '../../../mixins/paced-streams';

const mebibyte = 1024 ** 2;

/** A source that counts what was taken of it. */
function source(chunks: number) {
  const taken = { chunks: 0 };
  const stream = Readable.from(
    (function* () {
      for (; taken.chunks < chunks; taken.chunks++) yield Buffer.alloc(mebibyte, taken.chunks);
    })(),
    { objectMode: false, highWaterMark: 1 },
  );
  return { stream, taken };
}

/** Takes all chunks as the transporter does: as fast as they come. */
function transport(stream: Readable): { received: Readable; bytes: () => number } {
  let bytes = 0;
  const received = new Readable({ read: () => undefined });
  stream.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    received.push(chunk);
  });
  stream.on('end', () => received.push(null));
  stream.on('error', (error) => received.destroy(error));
  return { received, bytes: () => bytes };
}

describe('paced streams', () => {
  it('have only a few bytes under way until the receiver uses them, and lose none', async () => {
    const streams: PacedStreams = new PacedStreams((usage) => streams.told(usage));
    const { stream, taken } = source(64);
    const { received, bytes } = transport(streams.paced(stream, 'a'));
    const arriving = streams.reported(received, 'a');
    await sleep(50);
    expect(bytes()).toBeLessThanOrEqual(8 * mebibyte);
    const all = await buffer(arriving);
    expect([all.length, all[0], all.at(-1), taken.chunks]).toEqual([64 * mebibyte, 0, 63, 64]);
  });

  it('end with an error when their receiver is silent for too long', async () => {
    const streams = new PacedStreams(() => undefined, 30);
    const { stream } = source(64);
    await expect(buffer(transport(streams.paced(stream, 'a')).received)).rejects.toThrow('has gone');
    expect(stream.destroyed).toBe(true);
  });

  it('let go of their source when the receiver leaves', async () => {
    const streams: PacedStreams = new PacedStreams((usage) => streams.told(usage));
    const { stream } = source(64);
    const { received } = transport(streams.paced(stream, 'a'));
    received.on('error', () => undefined);
    streams.reported(received, 'a').destroy();
    await sleep(30);
    expect(stream.destroyed).toBe(true);
  });
});
