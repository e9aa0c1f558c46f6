import { createHash } from 'node:crypto';
import type { StoredFile } from './types';

/** Counts and hashes the bytes that pass through it. */
export class Meter {
  private readonly hash = createHash('sha1');
  private size = 0;

  async *through(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of source) {
      this.size += chunk.length;
      this.hash.update(chunk);
      yield chunk;
    }
  }

  /** To be asked once, after the last byte. */
  result(): StoredFile {
    return { size: this.size, sha1: this.hash.digest('hex') };
  }
}
