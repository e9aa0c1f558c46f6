import type { Readable } from 'node:stream';

/** What is known of a file once it is stored. */
export interface StoredFile {
  /** Bytes. */
  size: number;
  /** Hex. */
  sha1: string;
}

/** Bytes from `start` to `end`, both included; without `end` to the last one. A negative start counts from the end of the file. */
export interface ByteRange {
  start: number;
  end?: number;
}

/** A file that is read, wholly or in part. */
export interface FoundFile {
  /** The bytes asked for; must be read to its end or destroyed. */
  stream: Readable;
  /** Bytes of the whole file. */
  size: number;
  /** First and last byte of the stream; -1 as last for an empty file. */
  start: number;
  end: number;
  modified: Date;
}

/** What is kept beside the bytes of a file. */
export interface PutOptions {
  contentType: string;
}

/**
 * Where uploaded files are kept. Paths are relative, with `/` between segments, none of which is `.` or `..`; others
 * throw UnsafePathError. Every method throws StoreUnavailableError when the engine doesn't answer.
 */
export interface FileStore {
  /** Makes the folder or bucket when it is missing; may be repeated, and tells whether the engine answers. */
  prepare(): Promise<void>;
  /** Stores or replaces a file; it appears as a whole or, when the content breaks off, not at all. */
  put(path: string, content: Readable | Buffer, options: PutOptions): Promise<StoredFile>;
  /** Null when there is no such file. @throws RangeError when the range begins behind the end. */
  get(path: string, range?: ByteRange): Promise<FoundFile | null>;
  /** Removing what isn't there is fine. */
  remove(path: string): Promise<void>;
  /** Removes every file whose path begins with these whole segments. */
  removePrefix(prefix: string): Promise<void>;
  /** Removes what is left of files whose writing began before a moment and never ended, as its process died. */
  removeUnfinished(before: Date): Promise<void>;
  /** Paths of the files that begin with these whole segments, in no certain order. */
  list(prefix: string): AsyncIterable<string>;
}
