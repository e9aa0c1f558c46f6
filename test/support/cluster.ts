import { randomInt } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isRunning, startCluster, startMember, type ClusterOptions, type Member } from '../../scripts/cluster';
import { serviceNames } from '../../scripts/runtime';
import { startServers, type TestServers } from './servers';
import { sender, type Sender } from './sender';

export const adminPassword = 'Secret-12345';

/** One gateway of a cluster. */
export interface TestGateway {
  send: Sender;
  /** Like `http://127.0.0.1:8000/api/v1`. */
  base: string;
  /** The answer of `/ready`: its status and what is missing. */
  ready(): Promise<{ status: number; text: string }>;
  member: Member;
}

/** A cluster on real servers, each service in processes of its own. */
export interface TestCluster {
  servers: TestServers;
  members: Member[];
  gateways: [TestGateway, ...TestGateway[]];
  admin: { id: number; token: string };
  /** What the processes printed, the last lines. */
  output(): string;
  /** Ends one process by a signal and waits for it. @returns its exit code */
  end(member: Member, signal: NodeJS.Signals): Promise<number | null>;
  /** Starts an ended process anew. */
  restart(member: Member): Member;
  ready(): Promise<void>;
  stop(): Promise<void>;
}

const program = join(process.cwd(), 'dist', 'scripts', 'service.js');
/** Milliseconds until all processes must be ready. */
const startLimit = 300_000;

/** Starts the servers and every service, `replicas` times, from the built program. */
export async function startTestCluster(replicas: number, settings: Record<string, string> = {}): Promise<TestCluster> {
  if (!existsSync(program)) throw new Error('The cluster tests run what is built: npm run build');
  const servers = await startServers();
  const folder = mkdtempSync(join(tmpdir(), 'larch-cluster-'));
  const lines: string[] = [];
  const defaults = { LARCH_DATA: folder, LARCH_SECRET_KEY: 'a key for the tests of the cluster', LARCH_ADMIN_PASSWORD: adminPassword };
  const port = await freePorts(replicas);
  const options: ClusterOptions = {
    program,
    services: serviceNames(),
    replicas,
    port,
    healthPort: port + 1,
    environment: { ...process.env, ...servers.environment, ...defaults, LARCH_PUBLIC_REGISTER: 'on', LARCH_LOG_LEVEL: 'warn', ...settings },
    onLine: (line) => void lines.splice(0, Math.max(0, lines.push(line) - 200)),
  };
  const { members, stop } = startCluster(options);
  const gateways = members.filter((member) => member.port !== null).map(gatewayOf);
  const cluster: TestCluster = {
    servers,
    members,
    gateways: gateways as TestCluster['gateways'],
    admin: { id: 0, token: '' },
    output: () => lines.join('\n'),
    end: (member, signal) => endMember(member, signal),
    restart: (member) => {
      const started = startMember(member.services, member.replica, options);
      members[members.indexOf(member)] = started;
      return started;
    },
    ready: () => becomeReady(cluster),
    stop: async () => {
      await stop();
      await servers.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  try {
    await cluster.ready();
    cluster.admin = await login(cluster.gateways[0], 'admin');
  } catch (error) {
    await cluster.stop();
    throw error;
  }
  return cluster;
}

/** Logs a user of these tests in. */
export async function login(gateway: TestGateway, username: string): Promise<{ id: number; token: string; refresh: string }> {
  const body = { type: 'normal', username, password: adminPassword };
  const answer = await gateway.send<{ id: number; auth_token: string; refresh: string }>('POST', '/auth', body);
  if (answer.status !== 200) throw new Error(`The login of ${username} was answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return { id: answer.body.id, token: answer.body.auth_token, refresh: answer.body.refresh };
}

/** Asks until the answer is as wanted. @throws with the last answer after `patience` milliseconds */
export async function eventually<T>(ask: () => Promise<T>, wanted: (answer: T) => boolean, patience = 30_000): Promise<T> {
  const deadline = Date.now() + patience;
  for (;;) {
    const answer = await ask();
    if (wanted(answer)) return answer;
    if (Date.now() > deadline) throw new Error(`Still not after ${patience} ms: ${JSON.stringify(answer)}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/**
 * The first of ports of which the gateways take every tenth, each with the next one for its health. Below those that
 * the system gives to outgoing connections, which would take some meanwhile.
 */
async function freePorts(replicas: number): Promise<number> {
  const wanted = Array.from({ length: replicas }, (_, replica) => [10 * replica, 10 * replica + 1]).flat();
  for (;;) {
    const port = 20_000 + randomInt(10_000);
    const free = await Promise.all(wanted.map((offset) => isFree(port + offset)));
    if (free.every(Boolean)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}

function gatewayOf(member: Member): TestGateway {
  const base = `http://127.0.0.1:${member.port}/api/v1`;
  return {
    member,
    base,
    send: sender(base),
    ready: async () => {
      const answer = await fetch(`http://127.0.0.1:${(member.port ?? 0) + 1}/ready`).catch(() => null);
      return { status: answer?.status ?? 0, text: (await answer?.text()) ?? 'nothing listens' };
    },
  };
}

async function becomeReady(cluster: TestCluster): Promise<void> {
  for (const gateway of cluster.gateways) {
    await eventually(
      async () => {
        const dead = cluster.members.find((member) => !isRunning(member));
        if (dead) throw new Error(`${dead.services} ended: ${cluster.output()}`);
        return gateway.ready();
      },
      ({ status }) => status === 200,
      startLimit,
    );
  }
}

async function endMember({ process: child }: Member, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  return new Promise((resolve) => {
    child.once('exit', (code) => resolve(code));
    child.kill(signal);
  });
}
