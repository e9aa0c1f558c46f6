import { join } from 'node:path';
import type { Config } from '../config';
import { DiskFiles } from './disk';
import { S3Files } from './s3';
import type { FileStore } from './types';

export { UnsafePathError, randomFilePath } from './paths';
export type { ByteRange, FileStore, FoundFile, PutOptions, StoredFile } from './types';

/** The configured store: a bucket of S3, or `media` in the data folder. Call `prepare` before the first use. */
export function openFiles(config: Pick<Config, 's3' | 'dataFolder'>): FileStore {
  return config.s3 ? new S3Files(config.s3) : new DiskFiles(join(config.dataFolder, 'media'));
}
