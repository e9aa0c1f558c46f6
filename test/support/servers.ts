import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { accessSync, constants, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type AddressInfo } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

/** A server that tests run against. */
export interface TestServer {
  url: string;
  /** kill -9. @throws when the server was given by its URL */
  kill(): Promise<void>;
  /** Starts it on the same port with the same data, after `kill`. */
  restart(): Promise<void>;
  /** Ends it and removes its data. */
  stop(): Promise<void>;
}

export interface TestServers {
  nats: TestServer;
  mongo: TestServer;
  s3: TestServer;
  /** Settings of a Larch that uses them. */
  environment: Record<string, string>;
  stop(): Promise<void>;
}

/** A server that is neither given by URL nor installed; the message says how to get it. */
export class MissingServer extends Error {}

interface ServerKind {
  /** Variable with the URL of a running one. */
  variable: string;
  program: string;
  /** Where it is besides PATH. */
  places: string[];
  howToGet: string;
  arguments(port: number, folder: string): string[];
  /** What makes it survive kill -9, for a price. */
  durable?: string[];
  environment?: Record<string, string>;
  url(port: number): string;
}

/** Where `.ci/run` puts programs that are no Debian packages. */
const cache = process.env.LARCH_TEST_CACHE ?? join(homedir(), '.cache', 'larch');

const s3Keys = { S3_ACCESS_KEY: 'larch-tests', S3_SECRET_KEY: 'larch-tests-secret' };

const nats: ServerKind = {
  variable: 'NATS_URL',
  program: 'nats-server',
  places: ['/usr/sbin'],
  howToGet: 'apt-get install nats-server',
  arguments: (port, folder) => ['-js', '-a', '127.0.0.1', '-p', String(port), '-sd', folder],
  url: (port) => `nats://127.0.0.1:${port}`,
};

const mongo: ServerKind = {
  variable: 'MONGO_URL',
  program: 'secantusd-py',
  places: [join(cache, 'secantusdb', 'bin')],
  howToGet: `python3 -m venv ${cache}/secantusdb && ${cache}/secantusdb/bin/pip install --pre SecantusDB`,
  arguments: (port, folder) => [
    '--host',
    '127.0.0.1',
    '--port',
    String(port),
    '--storage-path',
    folder,
    '--cache-size',
    '256M',
    '--log-level',
    'WARNING',
  ],
  durable: ['--sync-on-commit'],
  url: (port) => `mongodb://127.0.0.1:${port}/larch`,
};

/**
 * MongoDB's test server without flushes and without its record of each write that a driver may send again, which it
 * searches from end to end at every write.
 */
const transient = ({ durable: _, ...kind }: ServerKind): ServerKind => ({ ...kind, url: (port) => `${kind.url(port)}?retryWrites=false` });

const s3: ServerKind = {
  variable: 'S3_URL',
  program: 'minio',
  places: [join(cache, 'bin')],
  howToGet: `GOBIN=${cache}/bin go install github.com/minio/minio@latest`,
  arguments: (port, folder) => ['server', folder, '--address', `127.0.0.1:${port}`, '--console-address', '127.0.0.1:0', '--quiet'],
  environment: { MINIO_ROOT_USER: s3Keys.S3_ACCESS_KEY, MINIO_ROOT_PASSWORD: s3Keys.S3_SECRET_KEY, MINIO_BROWSER: 'off' },
  url: (port) => `http://127.0.0.1:${port}`,
};

/**
 * Takes NATS, MongoDB and S3 from NATS_URL, MONGO_URL and S3_URL, else starts them with fresh data on free ports.
 * Each start names a database and a bucket of its own, so that runs don't meet on servers given by URL.
 * @param durable whether they keep their data over kill -9
 * @throws MissingServer
 */
export async function startServers({ durable = true } = {}): Promise<TestServers> {
  const kinds = durable ? [nats, mongo, s3] : [nats, transient(mongo), s3];
  kinds.forEach(findProgram);
  const started = await Promise.all(kinds.map(startServer));
  const [natsServer, mongoServer, s3Server] = started as [TestServer, TestServer, TestServer];
  const name = `larch-test-${randomBytes(4).toString('hex')}`;
  return {
    nats: natsServer,
    mongo: mongoServer,
    s3: s3Server,
    environment: {
      NATS_URL: natsServer.url,
      MONGO_URL: withDatabase(mongoServer.url, name),
      S3_URL: s3Server.url,
      S3_ACCESS_KEY: process.env.S3_ACCESS_KEY ?? s3Keys.S3_ACCESS_KEY,
      S3_SECRET_KEY: process.env.S3_SECRET_KEY ?? s3Keys.S3_SECRET_KEY,
      S3_BUCKET: name,
    },
    stop: async () => {
      await Promise.all(started.map((server) => server.stop()));
    },
  };
}

/** MongoDB alone, as {@link startServers} has it; the database is up to the caller. @throws MissingServer */
export function startMongo(): Promise<TestServer> {
  return startServer(mongo);
}

/** A port that nothing listens on now. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

/** Resolves when something accepts connections; rejects after `timeout` milliseconds. */
export async function portOpens(port: number, timeout: number, stillWanted: () => boolean = () => true): Promise<void> {
  const deadline = Date.now() + timeout;
  while (!(await accepts(port))) {
    if (Date.now() > deadline || !stillWanted()) throw new Error(`Nothing listens on port ${port}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const done = (open: boolean): void => {
      socket.destroy();
      resolve(open);
    };
    socket.once('connect', () => done(true));
    socket.once('error', () => done(false));
  });
}

/** @returns the program's path; empty when the server is given by its URL */
function findProgram(kind: ServerKind): string {
  if (process.env[kind.variable]) return '';
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...kind.places];
  const found = folders.map((folder) => join(folder, kind.program)).find(isProgram);
  if (found) return found;
  throw new MissingServer(`${kind.program} is missing: set ${kind.variable}, or install it: ${kind.howToGet}`);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

async function startServer(kind: ServerKind): Promise<TestServer> {
  const given = process.env[kind.variable];
  if (given) return givenServer(kind, given);
  const program = findProgram(kind);
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), `larch-${kind.program}-`));
  mkdirSync(join(folder, 'data'));
  let child = await run(kind, program, port, folder);
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  };
  return {
    url: kind.url(port),
    kill: () => end('SIGKILL'),
    restart: async () => {
      child = await run(kind, program, port, folder);
    },
    stop: async () => {
      await end('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function givenServer(kind: ServerKind, url: string): TestServer {
  const refuse = (): Promise<void> => Promise.reject(new Error(`${kind.program} was given by ${kind.variable}: tests can't end it`));
  return { url, kill: refuse, restart: refuse, stop: () => Promise.resolve() };
}

async function run(kind: ServerKind, program: string, port: number, folder: string): Promise<ChildProcess> {
  const child = spawn(program, [...kind.arguments(port, join(folder, 'data')), ...(kind.durable ?? [])], {
    cwd: folder,
    env: { ...process.env, ...kind.environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let complaint = '';
  child.stderr.on('data', (text: Buffer) => (complaint = (complaint + text.toString()).slice(-2000)));
  const runs = (): boolean => child.exitCode === null && child.signalCode === null;
  await portOpens(port, 30_000, runs).catch(() => {
    child.kill('SIGKILL');
    throw new Error(`${kind.program} didn't start: ${complaint.trim()}`);
  });
  return child;
}

function withDatabase(url: string, name: string): string {
  const parsed = new URL(url);
  parsed.pathname = `/${name}`;
  return parsed.toString();
}
