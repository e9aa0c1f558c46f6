import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from './types';
import { ConfigError } from './kinds';

/**
 * The key that signs tokens: the setting, else one made at the first start and kept in `secret-key` in the
 * data folder, readable by its owner only.
 * @throws ConfigError in a cluster without the setting, since processes would sign with different keys.
 */
export async function resolveSecretKey(config: Config): Promise<string> {
  if (config.accounts.secretKey) return config.accounts.secretKey;
  if (config.natsUrl) throw new ConfigError('LARCH_SECRET_KEY must be set, the same for all processes of the cluster');
  const path = join(config.dataFolder, 'secret-key');
  return (await readKey(path)) ?? (await createKey(config.dataFolder, path));
}

async function readKey(path: string): Promise<string | null> {
  const key = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw new ConfigError(`the secret key in ${path} cannot be read: ${error.message}`);
  });
  if (key !== null && key.trim().length < 16) throw new ConfigError(`the secret key in ${path} is too short`);
  return key && key.trim();
}

async function createKey(folder: string, path: string): Promise<string> {
  const key = randomBytes(48).toString('base64url');
  const temporary = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    await mkdir(folder, { recursive: true });
    await writeFile(temporary, `${key}\n`, { mode: 0o600, flag: 'wx' });
    await rename(temporary, path);
    return key;
  } catch (error) {
    await rm(temporary, { force: true });
    throw new ConfigError(`the secret key cannot be kept in ${path}: ${(error as Error).message}`);
  }
}
