import { Readable } from 'node:stream';
import { Client } from 'minio';
import type { S3Config } from '../config';
import { isNetworkError } from '../network-errors';
import { StoreUnavailableError } from '../store/errors';
import { Meter } from './meter';
import { segmentsOf } from './paths';
import { clampRange } from './range';
import type { ByteRange, FileStore, FoundFile, PutOptions, StoredFile } from './types';

/** Bytes; a stream is sent in parts of this size, one of which is in memory at a time. */
const partSize = 8 * 1024 * 1024;
const removedAtOnce = 1000;

/** Keeps files in a bucket of any S3 server. */
export class S3Files implements FileStore {
  private readonly client: Client;
  private readonly bucket: string;

  constructor(private readonly config: S3Config) {
    const url = new URL(config.url);
    this.bucket = config.bucket;
    this.client = new Client({
      endPoint: url.hostname,
      port: url.port ? Number(url.port) : undefined,
      useSSL: url.protocol === 'https:',
      accessKey: config.accessKey,
      secretKey: config.secretKey,
      region: config.region,
      pathStyle: true,
      partSize,
    });
  }

  async prepare(): Promise<void> {
    if (await asked(this.client.bucketExists(this.bucket))) return;
    // Another process may make it at the same time.
    const isThere = (error: unknown): boolean => codeOf(error) === 'BucketAlreadyOwnedByYou' || codeOf(error) === 'BucketAlreadyExists';
    await asked(
      this.client.makeBucket(this.bucket, this.config.region).catch((error: unknown) => {
        if (!isThere(error)) throw error;
      }),
    );
  }

  async put(path: string, content: Readable | Buffer, options: PutOptions): Promise<StoredFile> {
    const name = nameOf(path);
    const meter = new Meter();
    const source = meter.through(Buffer.isBuffer(content) ? Readable.from([content]) : content);
    const { head, rest } = await readHead(source, partSize);
    const headers = { 'Content-Type': options.contentType };
    if (!rest) await asked(this.client.putObject(this.bucket, name, head, head.length, headers));
    else await this.putParts(name, Readable.from(joined(head, rest)), headers);
    return meter.result();
  }

  async get(path: string, range?: ByteRange): Promise<FoundFile | null> {
    const name = nameOf(path);
    const facts = await asked(this.client.statObject(this.bucket, name).catch(nullWhenMissing));
    if (!facts) return null;
    const { start, end } = clampRange(facts.size, range);
    const reading = range
      ? this.client.getPartialObject(this.bucket, name, start, end - start + 1)
      : this.client.getObject(this.bucket, name);
    const stream = await asked(reading.catch(nullWhenMissing));
    return stream && { stream, size: facts.size, start, end, modified: facts.lastModified };
  }

  async remove(path: string): Promise<void> {
    await asked(this.client.removeObject(this.bucket, nameOf(path)).catch(nullWhenMissing));
  }

  async removePrefix(prefix: string): Promise<void> {
    await this.remove(prefix);
    let batch: string[] = [];
    for await (const path of this.list(prefix)) {
      batch.push(path);
      if (batch.length < removedAtOnce) continue;
      await asked(this.client.removeObjects(this.bucket, batch));
      batch = [];
    }
    if (batch.length > 0) await asked(this.client.removeObjects(this.bucket, batch));
  }

  async removeUnfinished(before: Date): Promise<void> {
    let [key, id] = ['', ''];
    for (let more = true; more;) {
      const page = await asked(this.client.listIncompleteUploadsQuery(this.bucket, '', key, id, ''));
      for (const upload of page.uploads) {
        if (new Date(upload.initiated) < before) await asked(this.abort(upload.key, upload.uploadId));
      }
      [key, id, more] = [page.nextKeyMarker, page.nextUploadIdMarker, page.isTruncated];
    }
  }

  /** One that has ended meanwhile is fine. */
  private async abort(key: string, id: string): Promise<void> {
    await this.client.abortMultipartUpload(this.bucket, key, id).catch((error: unknown) => {
      if (codeOf(error) !== 'NoSuchUpload') throw error;
    });
  }

  async *list(prefix: string): AsyncIterable<string> {
    const entries = this.client.listObjectsV2(this.bucket, `${nameOf(prefix)}/`, true);
    try {
      for await (const { name } of entries as AsyncIterable<{ name?: string }>) if (name) yield name;
    } catch (error) {
      throw translated(error);
    }
  }

  private async putParts(name: string, body: Readable, headers: Record<string, string>): Promise<void> {
    // The client doesn't notice when its source fails, and would wait for ever.
    const broken = new Promise<never>((_, reject) => void body.once('error', reject));
    try {
      await Promise.race([this.client.putObject(this.bucket, name, body, undefined, headers), broken]);
    } catch (error) {
      body.destroy();
      await this.client.removeIncompleteUpload(this.bucket, name).catch(() => undefined);
      throw translated(error);
    }
  }
}

/** The first bytes, at least `wanted` of them, and what follows; `rest` is null when these were all. */
async function readHead(source: AsyncGenerator<Buffer>, wanted: number): Promise<{ head: Buffer; rest: AsyncGenerator<Buffer> | null }> {
  const chunks: Buffer[] = [];
  let size = 0;
  while (size < wanted) {
    const next = await source.next();
    if (next.done) return { head: Buffer.concat(chunks), rest: null };
    chunks.push(next.value);
    size += next.value.length;
  }
  return { head: Buffer.concat(chunks), rest: source };
}

async function* joined(head: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield head;
  yield* rest;
}

function nameOf(path: string): string {
  return segmentsOf(path).join('/');
}

async function asked<T>(request: Promise<T>): Promise<T> {
  try {
    return await request;
  } catch (error) {
    throw translated(error);
  }
}

/** Failures of the network and of the server itself may pass; refusals and broken sources stay what they are. */
function translated(error: unknown): unknown {
  const passing = /^(InternalError|ServiceUnavailable|SlowDown|ServerNotInitialized|UnknownError)$/;
  return isNetworkError(error) || passing.test(codeOf(error) ?? '') ? new StoreUnavailableError(`S3: ${String(codeOf(error))}`) : error;
}

function nullWhenMissing(error: unknown): null {
  if (['NoSuchKey', 'NotFound'].includes(codeOf(error) ?? '')) return null;
  throw error;
}

function codeOf(error: unknown): string | undefined {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : undefined;
}
