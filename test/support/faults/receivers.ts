import { once } from 'node:events';
import { createServer as createHttpServer, type Server as HttpServer } from 'node:http';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A mail as it arrived, unfolded and decoded. */
export interface ReceivedMail {
  to: string;
  subject: string;
  messageId: string;
  text: string;
}

/** A mail server that keeps what it gets. */
export interface MailSink {
  url: string;
  mails: ReceivedMail[];
  close(): Promise<void>;
}

/** A receiver of webhooks that answers 200 to everything. */
export interface WebhookSink {
  url: string;
  /** How often each `webhook-id` arrived. */
  arrived: Map<string, number>;
  close(): Promise<void>;
}

/** @param wanted port; 0 takes a free one */
export async function startMailSink(wanted = 0): Promise<MailSink> {
  const mails: ReceivedMail[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    talk(socket, (to, message) => void mails.push(parse(to, message)));
  });
  const port = await listen(server, wanted);
  return { url: `smtp://127.0.0.1:${port}`, mails, close: () => end(server, () => sockets.forEach((socket) => socket.destroy())) };
}

/** The server's side of SMTP, as far as a client that is well-behaved needs it. */
function talk(socket: Socket, keep: (to: string, message: string) => void): void {
  let [rest, to] = ['', ''];
  let inMessage = false;
  const say = (line: string) => socket.write(`${line}\r\n`);
  const take = (end: string): string | null => {
    const place = rest.indexOf(end);
    if (place < 0) return null;
    const taken = rest.slice(0, place);
    rest = rest.slice(place + end.length);
    return taken;
  };
  const command = (line: string) => {
    to = /^RCPT TO:<([^>]*)>/i.exec(line)?.[1] ?? to;
    if (/^QUIT/i.test(line)) return socket.end('221 bye\r\n');
    inMessage = /^DATA/i.test(line);
    return say(inMessage ? '354 go on' : '250 ok');
  };
  say('220 sink');
  socket.setEncoding('utf8').on('data', (text: string) => {
    rest += text;
    for (let part = take(inMessage ? '\r\n.\r\n' : '\r\n'); part !== null; part = take(inMessage ? '\r\n.\r\n' : '\r\n')) {
      if (!inMessage) command(part);
      else {
        inMessage = false;
        keep(to, part);
        say('250 kept');
      }
    }
  });
}

function parse(to: string, message: string): ReceivedMail {
  const unfolded = message.replace(/\r\n[ \t]+/g, ' ');
  const header = (name: string) => new RegExp(`^${name}: (.*?)\\r?$`, 'im').exec(unfolded)?.[1] ?? '';
  const words = header('Subject').replace(/\?= =\?UTF-8\?Q\?/gi, '');
  const encoded = /^=\?UTF-8\?Q\?(.*)\?=$/i.exec(words)?.[1];
  const subject = encoded === undefined ? words : unquote(encoded.replaceAll('_', ' '));
  const place = message.indexOf('\r\n\r\n');
  return { to, subject, messageId: header('Message-ID'), text: unquote(message.slice(place).replace(/=\r\n/g, '')) };
}

const unquote = (text: string) => text.replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)));

export async function startWebhookSink(): Promise<WebhookSink> {
  const arrived = new Map<string, number>();
  const server = createHttpServer((request, response) => {
    request.resume().on('end', () => {
      const id = String(request.headers['webhook-id']);
      arrived.set(id, (arrived.get(id) ?? 0) + 1);
      response.end('ok');
    });
  });
  const port = await listen(server);
  return { url: `http://127.0.0.1:${port}/hook`, arrived, close: () => end(server, () => server.closeAllConnections()) };
}

async function listen(server: Server | HttpServer, port = 0): Promise<number> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

async function end(server: Server | HttpServer, drop: () => void): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  drop();
  await closed;
}
