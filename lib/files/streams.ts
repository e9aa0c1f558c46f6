import { Readable } from 'node:stream';

/** Milliseconds without any byte after which whoever sends is taken for dead. */
const patience = 60_000;

/** The first bytes of a stream, at least `wanted` of them if there are, and the stream as it was, to be read once. */
export async function readHead(source: AsyncIterable<Buffer>, wanted: number): Promise<{ head: Buffer; whole: Readable }> {
  const chunks: Buffer[] = [];
  let size = 0;
  const reading = source[Symbol.asyncIterator]();
  while (size < wanted) {
    const next = await reading.next();
    if (next.done) return { head: Buffer.concat(chunks), whole: Readable.from(chunks, { objectMode: false }) };
    chunks.push(next.value);
    size += next.value.length;
  }
  return { head: Buffer.concat(chunks), whole: Readable.from(joined(chunks, reading), { objectMode: false }) };
}

async function* joined(head: readonly Buffer[], rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* head;
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}

/** The bytes of a stream as a whole; null when there are more than a limit, which are read over. */
export async function bufferUpTo(source: AsyncIterable<Buffer>, limit: number): Promise<Buffer | null> {
  let chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of source) {
    size += chunk.length;
    if (size <= limit) chunks.push(chunk);
    else chunks = [];
  }
  return size <= limit ? Buffer.concat(chunks) : null;
}

/** The bytes of a stream; it is destroyed, and reading fails, when none come for a minute: its sender may have died. */
export async function* unlessStalled(source: Readable, limit = patience): AsyncGenerator<Buffer> {
  const timer = setTimeout(() => source.destroy(new Error('The stream has stalled')), limit);
  try {
    for await (const chunk of source as AsyncIterable<Buffer>) {
      timer.refresh();
      yield chunk;
    }
  } finally {
    clearTimeout(timer);
  }
}
