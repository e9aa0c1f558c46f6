import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import busboy from 'busboy';
import type { UploadedFile } from '../contracts/http';
import { apiError, type ApiError } from '../errors';
import { checkFields, maxFields, parseError, tooLarge } from './body';

const maxFiles = 20;

/** How much of a multipart body is taken, and where its file goes. */
export interface MultipartOptions {
  /** Where the first file is kept; null: files are read over. */
  folder: string | null;
  /** Bytes of all fields together. */
  fieldLimit: number;
  /** Bytes of one file; 0 for no limit. */
  fileLimit: number;
}

/** A multipart body that was read. */
export interface MultipartBody {
  fields: Record<string, string>;
  file: UploadedFile | null;
  /** Where the file's bytes are; whoever gets it removes it. */
  spool: string | null;
}

/**
 * Reads a multipart body. Fields may come before and after the file. The spooled file is removed when reading fails.
 * @throws ApiError 400 (malformed), 413. @throws Error when the client goes away.
 */
export async function readMultipart(request: IncomingMessage, options: MultipartOptions): Promise<MultipartBody> {
  const reader = new MultipartReader(options);
  try {
    return await reader.read(request);
  } catch (error) {
    await reader.discard();
    throw error;
  }
}

class MultipartReader {
  readonly #options: MultipartOptions;
  readonly #fields: Record<string, string> = {};
  readonly #writes: Promise<void>[] = [];
  #fieldBytes = 0;
  #file: UploadedFile | null = null;
  #spool: string | null = null;
  #refusal: ApiError | null = null;

  constructor(options: MultipartOptions) {
    this.#options = options;
  }

  async read(request: IncomingMessage): Promise<MultipartBody> {
    const parser = this.#parser(request);
    parser.on('field', (name, value, info) => this.#keepField(name, value, info.valueTruncated || info.nameTruncated));
    parser.on('file', (name, content, info) => this.#keepFile(name, content, info));
    parser.on('fieldsLimit', () => this.#refuse(apiError('TOO_LARGE', `At most ${maxFields} fields are accepted`)));
    parser.on('filesLimit', () => this.#refuse(apiError('TOO_LARGE', `At most ${maxFiles} files are accepted`)));
    await this.#feed(request, parser);
    await Promise.all(this.#writes);
    if (this.#refusal) throw this.#refusal;
    return { fields: checkFields(this.#fields), file: this.#file, spool: this.#spool };
  }

  /**
   * Resolves when the parser has taken the whole body. What comes after a mistake is read over, so that the answer gets
   * through: `pipeline` would take the request away from its connection.
   * @throws ApiError 400 for a mistake in the body. @throws Error when the client goes away
   */
  #feed(request: IncomingMessage, parser: busboy.Busboy): Promise<void> {
    return new Promise((resolve, reject) => {
      parser.on('error', (error) => {
        const refusal = parseError(error instanceof Error ? error.message : 'malformed multipart body');
        // The parser goes on with what it has already, and must find no file worth keeping there.
        this.#refuse(refusal);
        reject(refusal);
        request.unpipe(parser).resume();
        parser.destroy();
      });
      parser.once('close', resolve);
      const giveUp = (error: Error) => {
        reject(error);
        parser.destroy();
      };
      request.once('error', giveUp);
      request.once('close', () => {
        if (!request.complete) giveUp(new Error('The client went away'));
      });
      request.pipe(parser);
    });
  }

  async discard(): Promise<void> {
    await Promise.allSettled(this.#writes);
    if (this.#spool) await rm(this.#spool, { force: true });
  }

  #parser(request: IncomingMessage): busboy.Busboy {
    const { fieldLimit, fileLimit } = this.#options;
    try {
      return busboy({
        headers: request.headers,
        defParamCharset: 'utf8',
        limits: { fieldSize: fieldLimit, fields: maxFields, files: maxFiles, fileSize: fileLimit > 0 ? fileLimit : Infinity },
      });
    } catch (error) {
      throw parseError(error instanceof Error ? error.message : 'malformed multipart header');
    }
  }

  #keepField(name: string, value: string, truncated: boolean): void {
    this.#fieldBytes += Buffer.byteLength(value);
    if (truncated || this.#fieldBytes > this.#options.fieldLimit) this.#refuse(tooLarge(this.#options.fieldLimit));
    else this.#fields[name] = value;
  }

  #keepFile(field: string, content: Readable, info: busboy.FileInfo): void {
    content.on('limit', () => this.#refuse(tooLarge(this.#options.fileLimit)));
    content.on('error', () => undefined);
    if (!info.filename || this.#file || this.#refusal || !this.#options.folder) {
      content.resume();
      return;
    }
    const file = { field, filename: info.filename, contentType: info.mimeType, size: 0 };
    this.#file = file;
    this.#spool = join(this.#options.folder, `larch-upload-${randomUUID()}`);
    content.on('data', (chunk: Buffer) => (file.size += chunk.length));
    const write = pipeline(content, createWriteStream(this.#spool, { flags: 'wx', mode: 0o600 }));
    write.catch(() => undefined);
    this.#writes.push(write);
  }

  #refuse(error: ApiError): void {
    this.#refusal ??= error;
  }
}
