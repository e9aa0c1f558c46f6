import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that arrived. */
export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
  /** The parsed body. */
  json: { action: string; data: Record<string, unknown> };
}

export interface Receiver {
  url: string;
  received: Received[];
  /** What the next requests are answered with; 200 when none is left. `hold`: no answer until the promise resolves. */
  answers: { status: number; hold?: Promise<void> }[];
  close(): void;
}

/** A receiver of webhooks on a loopback address. */
export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  const answers: Receiver['answers'] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8');
      received.push({ path: request.url ?? '', headers: request.headers, body, json: JSON.parse(body) as Received['json'] });
      const { status, hold } = answers.shift() ?? { status: 200 };
      void (hold ?? Promise.resolve()).then(() => response.writeHead(status, { location: '/elsewhere' }).end('thanks'));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received, answers, close };
}

/** Waits until something is so, for three seconds at most. */
export async function until(holds: () => unknown): Promise<void> {
  for (const end = Date.now() + 3000; Date.now() < end && !(await holds());) await new Promise((resolve) => setTimeout(resolve, 10));
}
