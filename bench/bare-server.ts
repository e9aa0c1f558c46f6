import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Runs something against a bare server that sends these bytes, in a process of its own. */
export async function withBareServer<Result>(answer: Response, use: (origin: string) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'larch-bench-'));
  const file = join(folder, 'answer.json');
  const headers = Object.fromEntries(
    [...answer.headers].filter(([name]) => !['content-length', 'connection', 'keep-alive', 'date', 'transfer-encoding'].includes(name)),
  );
  writeFileSync(file, JSON.stringify({ status: answer.status, headers, body: await answer.text() }));
  const child = spawn(process.execPath, [join(__dirname, 'bare.js'), file], { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const [port] = (await once(child.stdout, 'data')) as [Buffer];
    return await use(`http://127.0.0.1:${port.toString().trim()}`);
  } finally {
    child.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}
