import { once } from 'node:events';
import { WebSocket } from 'ws';
import type { Client } from './data-set';

/** Sockets that are opened at a time. */
const batch = 50;

/** When frames about each story came. Milliseconds, by story and then socket; of several frames the first. */
export type Receipts = Map<number, Map<WebSocket, number>>;

/** Opens websockets that are subscribed to the changes of a project's stories. */
export async function openSockets(client: Client, project: number, count: number): Promise<WebSocket[]> {
  const sockets: WebSocket[] = [];
  while (sockets.length < count) {
    const size = Math.min(batch, count - sockets.length);
    const opened = Array.from({ length: size }, (_, index) => subscribed(client, project, `bench-${project}-${sockets.length + index}`));
    sockets.push(...(await Promise.all(opened)));
  }
  return sockets;
}

/** Commands of a connection are obeyed in their order, so the answer to the ping says that it is subscribed. */
async function subscribed({ origin, token }: Client, project: number, sessionId: string): Promise<WebSocket> {
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/events`, { perMessageDeflate: false });
  await once(socket, 'open');
  const commands = [
    { cmd: 'auth', data: { token, sessionId } },
    { cmd: 'subscribe', routing_key: `changes.project.${project}.userstories` },
    { cmd: 'ping' },
  ];
  const answered = once(socket, 'message');
  for (const command of commands) socket.send(JSON.stringify(command));
  await answered;
  return socket;
}

/** Notes from now on when each socket hears of each story's creation or change. */
export function receiptsOf(sockets: readonly WebSocket[], type: 'create' | 'change'): Receipts {
  const receipts: Receipts = new Map();
  for (const socket of sockets) {
    socket.on('message', (frame: Buffer) => {
      const came = performance.now();
      const { data } = JSON.parse(frame.toString()) as { data?: { type: string; pk: number } };
      if (data?.type !== type) return;
      const ofStory = receipts.get(data.pk) ?? new Map<WebSocket, number>();
      receipts.set(data.pk, ofStory);
      if (!ofStory.has(socket)) ofStory.set(socket, came);
    });
  }
  return receipts;
}
