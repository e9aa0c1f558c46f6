// Two pages in headless Chromium, each with a websocket of its own, see each other's changes and not their own.
// Run by hand where Chromium is installed: `npm run build && node dist/test/clients/browser-events.js`.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import WebSocket from 'ws';
import { adminPassword, startLarch } from '../support/larch';

/** One tab, driven by the browser's debugging protocol. */
class Page {
  private number = 0;
  private readonly waiting = new Map<number, (result: unknown) => void>();

  private constructor(private readonly socket: WebSocket) {
    socket.on('message', (data: Buffer) => {
      const { id, result } = JSON.parse(data.toString()) as { id?: number; result?: unknown };
      if (id !== undefined) this.waiting.get(id)?.(result);
    });
  }

  static async open(debuggingPort: string): Promise<Page> {
    const answer = await fetch(`http://127.0.0.1:${debuggingPort}/json/new?about:blank`, { method: 'PUT' });
    const { webSocketDebuggerUrl } = (await answer.json()) as { webSocketDebuggerUrl: string };
    const socket = new WebSocket(webSocketDebuggerUrl);
    await once(socket, 'open');
    return new Page(socket);
  }

  /** Runs an expression in the page and gives its value, awaited. */
  async run<Value>(expression: string): Promise<Value> {
    const id = ++this.number;
    const answered = new Promise((resolve) => this.waiting.set(id, resolve));
    this.socket.send(JSON.stringify({ id, method: 'Runtime.evaluate', params: { expression, awaitPromise: true, returnByValue: true } }));
    const { result, exceptionDetails } = (await answered) as { result: { value: Value }; exceptionDetails?: { text: string } };
    if (exceptionDetails) throw new Error(`${exceptionDetails.text}: ${expression}`);
    return result.value;
  }
}

/** The test client: it authenticates, subscribes to the stories of a project and keeps what it is told. */
const client = (origin: string, token: string, session: string, project: number) => `(async () => {
  window.seen = [];
  window.larch = (method, path, body) => fetch('${origin}/api/v1' + path, {
    method, body: JSON.stringify(body),
    headers: { authorization: 'Bearer ${token}', 'content-type': 'application/json', 'x-session-id': '${session}' },
  }).then((answer) => answer.json());
  const socket = new WebSocket('${origin.replace('http', 'ws')}/events');
  socket.onmessage = ({ data }) => { const message = JSON.parse(data); if (message.cmd === 'pong') window.ready = true; else window.seen.push(message); };
  await new Promise((resolve, reject) => { socket.onopen = resolve; socket.onerror = reject; });
  socket.send(JSON.stringify({ cmd: 'auth', data: { token: '${token}', sessionId: '${session}' } }));
  socket.send(JSON.stringify({ cmd: 'subscribe', routing_key: 'changes.project.${project}.userstories' }));
  socket.send(JSON.stringify({ cmd: 'ping' }));
  while (!window.ready) await new Promise((resolve) => setTimeout(resolve, 20));
  await new Promise((resolve) => setTimeout(resolve, 200));
})()`;

const seen = (page: Page) => page.run<{ data: { type: string; pk: number } }[]>('window.seen');

async function sees(page: Page, type: string, pk: number): Promise<boolean> {
  for (let turn = 0; turn < 50; turn++) {
    if ((await seen(page)).some(({ data }) => data.type === type && data.pk === pk)) return true;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return false;
}

async function startChromium(folder: string): Promise<{ browser: ChildProcess; port: string }> {
  const browser = spawn(
    'chromium',
    ['--headless', '--no-sandbox', '--disable-gpu', '--remote-debugging-port=0', `--user-data-dir=${folder}`, 'about:blank'],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  let output = '';
  for await (const chunk of browser.stderr) {
    output += String(chunk);
    const [, port] = /DevTools listening on ws:\/\/127\.0\.0\.1:(\d+)/.exec(output) ?? [];
    if (port) return { browser, port };
  }
  throw new Error(`Chromium did not start: ${output}`);
}

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'larch-browser-'));
  const larch = await startLarch();
  const { browser, port } = await startChromium(folder);
  try {
    const api = `${larch.origin}/api/v1`;
    const post = async <Body>(path: string, body: unknown, token = ''): Promise<Body> => {
      const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
      return (await (await fetch(api + path, { method: 'POST', headers, body: JSON.stringify(body) })).json()) as Body;
    };
    const { auth_token: token } = await post<{ auth_token: string }>('/auth', {
      type: 'normal',
      username: 'admin',
      password: adminPassword,
    });
    const { id: project } = await post<{ id: number }>('/projects', { name: `Browser ${Date.now()}`, description: 'Two pages' }, token);
    const [first, second] = [await Page.open(port), await Page.open(port)];
    await first.run(client(larch.origin, token, 'first', project));
    await second.run(client(larch.origin, token, 'second', project));
    const story = await first.run<{ id: number }>(`larch('POST', '/userstories', { project: ${project}, subject: 'From the first page' })`);
    await second.run(`larch('PATCH', '/userstories/${story.id}', { version: 1, subject: 'From the second page' })`);
    const checks = {
      'the second page sees the story of the first': await sees(second, 'create', story.id),
      'the first page sees the edit of the second': await sees(first, 'change', story.id),
      'no page sees what it did itself':
        !(await seen(first)).some(({ data }) => data.type === 'create') && !(await seen(second)).some(({ data }) => data.type === 'change'),
    };
    for (const [check, holds] of Object.entries(checks)) console.log(`${holds ? 'ok  ' : 'FAIL'} ${check}`);
    const failed = Object.values(checks).filter((holds) => !holds).length;
    console.log(`${Object.keys(checks).length - failed} passed, ${failed} failed`);
    process.exitCode = failed ? 1 : 0;
  } finally {
    browser.kill();
    await larch.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

main().then(
  () => process.exit(),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
