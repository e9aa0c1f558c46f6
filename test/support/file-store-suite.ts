import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { UnsafePathError, randomFilePath, type FileStore } from '../../lib/files';

const text = { contentType: 'text/plain' };
const sha1 = (content: Buffer) => createHash('sha1').update(content).digest('hex');

async function* chunks(count: number, size: number): AsyncGenerator<Buffer> {
  for (let index = 0; index < count; index += 1) yield Buffer.alloc(size, index + 1);
}

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

async function* breaking(after: number): AsyncGenerator<Buffer> {
  yield* chunks(after, 1_000_000);
  throw new Error('the client went away');
}

/** What every file store promises; `open` gives an empty one. */
export function describeFileStore(open: () => Promise<FileStore>): void {
  let files: FileStore;
  const read = async (path: string) => {
    const found = await files.get(path);
    return found && (await buffer(found.stream));
  };
  const listed = async (prefix: string) => (await collect(files.list(prefix))).sort();

  beforeAll(async () => {
    files = await open();
    await files.prepare();
    await files.prepare();
  });

  it('gives back what was put, with its size and SHA-1', async () => {
    const content = Buffer.from('Grüße');
    const path = randomFilePath('attachments', 'Hello Wörld.TXT');
    expect(path).toMatch(/^attachments(\/[0-9a-f]){4}\/[0-9a-f]{60}\/hello-world\.txt$/);
    expect(await files.put(path, content, text)).toEqual({ size: 7, sha1: sha1(content) });
    const found = await files.get(path);
    expect(found).toMatchObject({ size: 7, start: 0, end: 6 });
    expect(Math.abs((found?.modified.getTime() ?? 0) - Date.now())).toBeLessThan(60_000);
    found?.stream.destroy();
    expect(await read(path)).toEqual(content);
    await files.put(path, Readable.from([Buffer.from('new')]), text);
    expect((await read(path))?.toString()).toBe('new');
  });

  it('takes streams larger than a part, and empty ones', async () => {
    const all = Buffer.concat(await collect(chunks(20, 1_000_000)));
    expect(await files.put('large/file.bin', Readable.from(chunks(20, 1_000_000)), text)).toEqual({ size: all.length, sha1: sha1(all) });
    const found = await files.get('large/file.bin', { start: 8_388_600, end: 8_388_620 });
    expect(found).toMatchObject({ size: all.length, start: 8_388_600, end: 8_388_620 });
    expect(found && (await buffer(found.stream))).toEqual(all.subarray(8_388_600, 8_388_621));
    await files.put('large/empty', Readable.from([]), text);
    expect(await read('large/empty')).toEqual(Buffer.alloc(0));
  });

  it('serves parts of a file and refuses those behind its end', async () => {
    await files.put('ranges/file.txt', Buffer.from('0123456789'), text);
    const part = async (start: number, end?: number) => {
      const found = await files.get('ranges/file.txt', { start, end });
      return found && [(await buffer(found.stream)).toString(), found.start, found.end];
    };
    expect(await part(2, 4)).toEqual(['234', 2, 4]);
    expect(await part(7)).toEqual(['789', 7, 9]);
    expect(await part(9, 100)).toEqual(['9', 9, 9]);
    await expect(part(10)).rejects.toThrow(RangeError);
  });

  it('keeps nothing of a content that breaks off', async () => {
    for (const after of [1, 12]) {
      await expect(files.put('broken/file.bin', Readable.from(breaking(after)), text)).rejects.toThrow('the client went away');
    }
    expect(await files.get('broken/file.bin')).toBeNull();
    expect(await listed('broken')).toEqual([]);
  });

  it('lists and removes by whole segments, again and again', async () => {
    for (const path of ['tree/1/a.txt', 'tree/1/sub/b.txt', 'tree/10/c.txt']) await files.put(path, Buffer.from('x'), text);
    expect(await listed('tree')).toEqual(['tree/1/a.txt', 'tree/1/sub/b.txt', 'tree/10/c.txt']);
    expect(await files.get('tree/1')).toBeNull();
    await files.removePrefix('tree/1');
    await files.removePrefix('tree/1');
    expect(await listed('tree')).toEqual(['tree/10/c.txt']);
    await files.remove('tree/10/c.txt');
    await files.remove('tree/10/c.txt');
    expect(await listed('tree')).toEqual([]);
    expect(await files.get('tree/10/c.txt')).toBeNull();
  });

  it('never leaves its place', async () => {
    for (const path of ['../outside', 'a/../../outside', '/etc/passwd', 'a//b', 'a/./b', '', 'a\\b', 'a\0b', 'a/']) {
      await expect(files.get(path)).rejects.toThrow(UnsafePathError);
      await expect(files.put(path, Buffer.from('x'), text)).rejects.toThrow(UnsafePathError);
      await expect(files.remove(path)).rejects.toThrow(UnsafePathError);
      await expect(files.removePrefix(path)).rejects.toThrow(UnsafePathError);
    }
  });

  it('puts and removes side by side without getting in its own way', async () => {
    const work = Array.from({ length: 20 }, async (_, index) => {
      await files.put(`busy/${index}`, Buffer.from(String(index)), text);
      if (index % 2) await files.remove(`busy/${index}`);
    });
    await Promise.all(work);
    expect(await listed('busy')).toHaveLength(10);
  });
}
