import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { DumpSplitter } from '../../../lib/dumps/read/dump-splitter';
import { DumpFormatError } from '../../../lib/dumps/read/json-scanner';
import { sectionNames, type DumpFile, type DumpItem, type DumpProject, type DumpSource } from '../../../lib/dumps/types';
import { rawError } from '../../../lib/errors';
import { isObject } from '../../../lib/resource/values';
import { Spool } from './spool';

/** How a dump comes in. */
export interface DumpStream {
  content: Readable;
  gzip: boolean;
  /** Bytes that it may have unpacked; 0 for no limit. */
  limit: number;
}

/** A dump that was read as a whole and lies on the local disk in parts. */
export interface ReadDump extends DumpSource {
  /** Removes it from the disk. */
  remove(): Promise<void>;
}

/** Reads a dump, whatever the order of its parts. @throws ApiError 400 with the place for what is no dump */
export async function readDump(stream: DumpStream): Promise<ReadDump> {
  const spool = await Spool.make();
  try {
    const splitter = await split(stream, spool);
    return {
      project: withLogo(splitter, spool),
      items: () => items(splitter, spool),
      remove: () => spool.remove(),
    };
  } catch (error) {
    await spool.remove();
    throw asRefusal(error);
  }
}

async function split({ content, gzip, limit }: DumpStream, spool: Spool): Promise<DumpSplitter> {
  let files = 0;
  const splitter = new DumpSplitter({
    item: (section, text) => spool.item(section, text),
    fileBytes: (bytes) => {
      while (files <= splitter.filesSoFar) {
        spool.beginFile();
        files++;
      }
      spool.fileBytes(bytes);
    },
  });
  let size = 0;
  for await (const chunk of gzip ? unzipped(content) : (content as AsyncIterable<Buffer>)) {
    size += chunk.length;
    if (limit > 0 && size > limit) throw new DumpFormatError(`Longer than ${limit} bytes`, `byte ${limit}`);
    splitter.write(chunk);
    await spool.flush();
  }
  splitter.end();
  await spool.close();
  return splitter;
}

async function* unzipped(content: Readable): AsyncGenerator<Buffer> {
  const unzip = createGunzip();
  content.once('error', (error) => unzip.destroy(error));
  try {
    yield* content.pipe(unzip) as AsyncIterable<Buffer>;
  } catch (error) {
    // What breaks off on the way to us isn't the fault of the dump.
    if (content.errored) throw error;
    throw new DumpFormatError('The packed content is damaged', 'gzip');
  }
}

function withLogo(splitter: DumpSplitter, spool: Spool): DumpProject {
  const { logo } = splitter.project as { logo?: unknown };
  return { ...(splitter.project as DumpProject), logo: fileIn(logo, splitter, spool) };
}

async function* items(splitter: DumpSplitter, spool: Spool): AsyncGenerator<DumpItem> {
  for (const section of sectionNames) {
    for await (const text of spool.items(section)) {
      const item = JSON.parse(text) as { attachments?: unknown };
      if (isObject(item) && Array.isArray(item.attachments)) {
        item.attachments = item.attachments.map((attachment: unknown) =>
          isObject(attachment) ? { ...attachment, attached_file: fileIn(attachment.attached_file, splitter, spool) } : attachment,
        );
      }
      yield { section, item } as unknown as DumpItem;
    }
  }
}

/** A file whose content was cut out; anything else is none. */
function fileIn(value: unknown, splitter: DumpSplitter, spool: Spool): DumpFile | null {
  if (!isObject(value)) return null;
  const number = splitter.fileOf(value.data);
  if (number === null) return null;
  const name = typeof value.name === 'string' ? value.name : 'file';
  return { name, data: () => (spool.sizeOf(number) === 0 ? Readable.from([]) : spool.file(number)) };
}

/** The API's answer to what is no dump. */
function asRefusal(error: unknown): unknown {
  if (!(error instanceof DumpFormatError)) return error;
  const body = {
    _error_message: 'Invalid dump format',
    _error_type: 'taiga.base.exceptions.WrongArguments',
    place: error.place,
    reason: error.message,
  };
  return rawError(400, 'INVALID_DUMP', body);
}
