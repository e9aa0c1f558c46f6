import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { conformanceApplication } from './conformance-application';
import { adminPassword, startLarch } from '../test/support/larch';

/** `npm run test:client`: a client that others wrote does the main job on a fresh embedded server. */
const cache = process.env.LARCH_TEST_CACHE ?? join(homedir(), '.cache', 'larch');
const python = join(cache, 'python-taiga', 'bin', 'python');

async function main(): Promise<number> {
  if (!existsSync(python)) {
    const folder = join(cache, 'python-taiga');
    throw new Error(`python-taiga is missing: python3 -m venv ${folder} && ${folder}/bin/pip install python-taiga jwcrypto`);
  }
  const larch = await startLarch();
  try {
    const { id, key } = conformanceApplication;
    const test = join(process.cwd(), 'test', 'clients', 'python_taiga_test.py');
    const child = spawn(python, [test, larch.origin, adminPassword, JSON.stringify({ id, key })], {
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    const [code] = (await once(child, 'exit')) as [number | null];
    return code ?? 1;
  } finally {
    await larch.stop();
  }
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  },
);
