import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../cluster';
import { sender, type Sender } from '../sender';
import { freePort } from '../servers';

const password = 'Secret-12345';

/** A built server in one process that is killed and started again on the same data and port. */
export class KillableServer {
  readonly send: Sender;
  private process: ChildProcess | null = null;

  private constructor(
    /** Its data. */
    readonly folder: string,
    /** Like `http://127.0.0.1:8000`. */
    readonly origin: string,
    private readonly environment: Record<string, string>,
    private readonly health: number,
  ) {
    this.send = sender(`${origin}/api/v1`);
  }

  /** Starts one with no data. */
  static async make(settings: Record<string, string>): Promise<KillableServer> {
    const folder = mkdtempSync(join(tmpdir(), 'larch-faults-'));
    const [port, health] = [await freePort(), await freePort()];
    const here = { NATS_URL: '', MONGO_URL: '', S3_URL: '', SMTP_URL: '', PORT: String(port), HEALTH_PORT: String(health) };
    const larch = { LARCH_DATA: folder, LARCH_ADMIN_PASSWORD: password, LARCH_LOG_LEVEL: 'error' };
    const server = new KillableServer(folder, `http://127.0.0.1:${port}`, { ...here, ...larch, ...settings }, health);
    await server.start();
    return server;
  }

  /** Starts it and waits until it is ready. */
  async start(): Promise<void> {
    const script = join(process.cwd(), 'dist', 'scripts', 'start.js');
    this.process = spawn(process.execPath, [script], { env: { ...process.env, ...this.environment }, stdio: 'ignore' });
    await eventually(
      () => fetch(`http://127.0.0.1:${this.health}/ready`).catch(() => null),
      (answer) => answer?.status === 200,
      60_000,
    );
  }

  /** Ends it; by SIGKILL without any warning. */
  async end(signal: 'SIGKILL' | 'SIGTERM' = 'SIGKILL'): Promise<void> {
    const child = this.process;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }

  /** Ends it and removes its data. */
  async remove(): Promise<void> {
    await this.end();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Logs its administrator in. */
  async admin(): Promise<{ id: number; token: string }> {
    const { body } = await this.send<{ id: number; auth_token: string }>('POST', '/auth', { type: 'normal', username: 'admin', password });
    return { id: body.id, token: body.auth_token };
  }
}
