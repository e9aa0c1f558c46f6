import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { bufferUpTo, readHead, unlessStalled } from '../../../../lib/files/streams';

const chunks = (...texts: string[]) => Readable.from(texts.map((text) => Buffer.from(text)));

describe('readHead', () => {
  it.each([0, 3, 5, 100])('gives at least %i bytes and all of the stream', async (wanted) => {
    const { head, whole } = await readHead(chunks('abc', 'def', 'gh'), wanted);
    expect(head.length).toBeGreaterThanOrEqual(Math.min(wanted, 8));
    expect('abcdefgh'.startsWith(head.toString())).toBe(true);
    expect((await buffer(whole)).toString()).toBe('abcdefgh');
  });

  it('fails where the stream does', async () => {
    async function* breaking() {
      yield Buffer.from('abc');
      throw new Error('gone');
    }
    const { whole } = await readHead(breaking(), 2);
    await expect(buffer(whole)).rejects.toThrow('gone');
  });
});

describe('bufferUpTo', () => {
  it('gives all bytes up to the limit', async () => {
    expect((await bufferUpTo(chunks('abc', 'def'), 6))?.toString()).toBe('abcdef');
    expect((await bufferUpTo(chunks(), 6))?.length).toBe(0);
  });

  it('gives nothing of more, and reads the stream to its end', async () => {
    const long = chunks('abc', 'def', 'g', 'h');
    expect(await bufferUpTo(long, 6)).toBeNull();
    expect(long.readableEnded).toBe(true);
  });
});

describe('unlessStalled', () => {
  it('gives up a stream without bytes and destroys it', async () => {
    const silent = new Readable({ read: () => undefined });
    silent.push('abc');
    await expect(buffer(Readable.from(unlessStalled(silent, 20)))).rejects.toThrow('stalled');
    expect(silent.destroyed).toBe(true);
  });

  it('lets a slow stream pass', async () => {
    async function* slow() {
      for (const part of ['a', 'b', 'c']) {
        await new Promise((resolve) => setTimeout(resolve, 20));
        yield Buffer.from(part);
      }
    }
    expect((await buffer(unlessStalled(Readable.from(slow()), 200))).toString()).toBe('abc');
  });
});
