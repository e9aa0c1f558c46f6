import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { eventually } from '../support/cluster';
import { freePort, startServers, type TestServers } from '../support/servers';

const patience = 60_000;

let servers: TestServers;
let health: number;
let environment: NodeJS.ProcessEnv;
let child: ChildProcess;
let output = '';

const program = (name: string) => join(process.cwd(), 'dist', 'scripts', `${name}.js`);

beforeAll(async () => {
  servers = await startServers();
  health = await freePort();
  for (const server of [servers.nats, servers.mongo, servers.s3]) await server.kill();
  const settings = { LARCH_SECRET_KEY: 'a key for the tests of the start', LARCH_LOG_LEVEL: 'info' };
  environment = { ...process.env, ...servers.environment, ...settings, PORT: '0', HEALTH_PORT: String(health) };
  child = spawn(process.execPath, [program('service'), 'history'], { env: environment });
  child.stdout?.on('data', (text: Buffer) => (output += text.toString()));
}, 120_000);
afterAll(async () => {
  if (child?.exitCode === null && child.signalCode === null) {
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }
  await servers?.stop();
}, 60_000);

async function ask(path: string): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${health}${path}`).catch(() => null);
  return answer ? `${answer.status} ${(await answer.text()).trim()}` : 'nothing listens';
}

const isAnswered = (path: string, wanted: string) =>
  eventually(
    () => ask(path),
    (answer) => answer === wanted,
    patience,
  );

it('a process that starts before its servers waits for each, says so, and is ready when all are there', async () => {
  await isAnswered('/ready', '503 starting, waits for the store');
  expect(await ask('/live')).toBe('200 ok');
  await servers.mongo.restart();
  await isAnswered('/ready', '503 starting, waits for S3');
  await servers.s3.restart();
  await isAnswered('/ready', '503 starting, waits for NATS');
  await servers.nats.restart();
  await isAnswered('/ready', '200 ready');
  expect([child.exitCode, child.signalCode]).toEqual([null, null]);
  for (const what of ['the store', 'S3', 'NATS']) {
    expect(output).toContain(`Waits for ${what}, which does not answer`);
    expect(output).toContain(`${what} is there`);
  }
}, 240_000);

it('the REPL opens beside a process, with its very settings, and sees it', async () => {
  const repl = spawn(process.execPath, [program('repl')], { env: environment });
  const ended = once(repl, 'exit');
  let shown = '';
  repl.stdout.on('data', (text: Buffer) => (shown += text.toString()));
  const seen = () => {
    if (repl.exitCode === null) repl.stdin.write('nodes\n');
    return Promise.resolve(shown);
  };
  await eventually(seen, (text) => repl.exitCode !== null || /history-\S+ .*ONLINE/.test(text), patience);
  expect(shown).toMatch(/history-\S+ .*ONLINE/);
  repl.stdin.write('exit\n');
  await ended;
  expect(await ask('/ready')).toBe('200 ready');
}, 120_000);
