import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compactDecrypt } from 'jose';
import { ServiceBroker, type Context, type ServiceSchema } from 'moleculer';
import { loadConfig } from '../../../lib/config';
import type { InternalActions } from '../../../lib/contracts/actions';
import type { NodeTools } from '../../../lib/contracts/node';
import { createNode } from '../../../mixins/node';
import { brokerOptions } from '../../../moleculer.config';
import apiService from '../../../services/api/api.service';
import authService from '../../../services/auth/auth.service';

/** What the services around accounts answer. */
export type Neighbours = {
  [Name in keyof InternalActions]?: (
    params: InternalActions[Name]['params'],
  ) => InternalActions[Name]['result'] | Promise<InternalActions[Name]['result']>;
};

/** An installation where nobody has a project. */
const lonely: Neighbours = {
  'projects.visible': () => [],
  'projects.contexts': () => [],
  'projects.ownedCounts': () => [],
  'projects.likedBy': () => [],
  'projects.fans': () => [],
  'projects.blockOwnedBy': () => undefined,
  'memberships.usersOf': () => [],
  'memberships.ofUsers': () => [],
  'memberships.roleNames': () => [],
  'memberships.removeUser': () => undefined,
  'memberships.renamed': () => undefined,
  'memberships.isInvitation': () => false,
  'memberships.accept': () => undefined,
  'backlog.markedBy': () => [],
  'backlog.closedStoriesOf': () => 0,
  'issues.markedBy': () => [],
  'notifications.watchedProjects': () => [],
  'notifications.watchers': () => [],
};

export interface Answer {
  status: number;
  /** Parsed JSON, or null without a body. */
  body: Record<string, never> & Record<string, unknown>;
  headers: Headers;
}

export interface Person {
  id: number;
  username: string;
  email: string;
  token: string;
  refresh: string;
}

export interface Installation {
  node: NodeTools;
  broker: ServiceBroker;
  /** Like `http://127.0.0.1:8000`. */
  origin: string;
  /** A request as somebody, or nobody; a body is sent as JSON, forms and texts as they are. */
  send(method: string, path: string, body?: unknown, as?: Pick<Person, 'token'> | null): Promise<Answer>;
  register(username: string): Promise<Person>;
  /** The administrator. */
  admin(): Promise<Person>;
  /** The newest mail to an address whose subject matches. */
  mail(to: string, subject?: RegExp): Promise<string>;
  stop(): Promise<void>;
}

/** The id of whom an application's token speaks for; 0 when it is refused. */
export async function userOfApplicationToken(here: Pick<Installation, 'origin'>, token: string): Promise<number> {
  const answer = await fetch(`${here.origin}/api/v1/users/me`, { headers: { authorization: `Application ${token}` } });
  if (answer.status !== 401) return ((await answer.json()) as { id: number }).id;
  return ((await answer.json()) as { _error_message: string })._error_message === 'Invalid token' ? 0 : -1;
}

/** The token that only who knows the application's key can read. */
export async function deciphered(cyphered: unknown, applicationKey: string): Promise<string> {
  const key = createHash('sha256').update(applicationKey).digest().subarray(0, 16);
  const { plaintext } = await compactDecrypt(String(cyphered), key);
  return (JSON.parse(Buffer.from(plaintext).toString()) as { token: string }).token;
}

export const password = 'Secret-12345';

/** Gateway and accounts in one process over HTTP, between the given neighbours. */
export async function startInstallation(neighbours: Neighbours = {}, environment: Record<string, string> = {}): Promise<Installation> {
  const folder = mkdtempSync(join(tmpdir(), 'larch-auth-'));
  const settings = {
    LARCH_DATA: folder,
    LARCH_PUBLIC_REGISTER: 'on',
    LARCH_ADMIN_PASSWORD: '123123',
    LARCH_LOG_LEVEL: 'silent',
    HEALTH_PORT: '0',
    PORT: '0',
  };
  const config = loadConfig({ ...settings, ...environment });
  const broker = new ServiceBroker({ ...brokerOptions(config, `auth-test-${process.pid}`), logger: false });
  const node = await createNode(broker, config, () => ({ outboxes: [], groups: [] }));
  const gateway = broker.createService(apiService(node.tools));
  for (const schema of [...node.services, authService(node.tools), ...servicesOf({ ...lonely, ...neighbours })])
    broker.createService(schema);
  await broker.start();
  const { port } = (gateway as typeof gateway & { server: Server }).server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  const send = sender(`${origin}/api/v1`);
  const enter = async (path: string, body: object): Promise<Person> => {
    const { body: user } = await send('POST', path, body);
    return { ...(user as unknown as Person), token: String(user.auth_token) };
  };
  return {
    node: node.tools,
    broker,
    origin,
    send,
    register: (username) =>
      enter('/auth/register', {
        type: 'public',
        accepted_terms: true,
        username,
        email: `${username}@example.com`,
        password,
        full_name: `${username} Tester`,
      }),
    admin: () => enter('/auth', { type: 'normal', username: 'admin', password: '123123' }),
    mail: (to, subject = /./) => newestMail(join(folder, 'mails'), to, subject),
    async stop() {
      await broker.stop();
      await node.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function servicesOf(neighbours: Neighbours): ServiceSchema[] {
  const services = new Map<string, ServiceSchema>();
  for (const [full, answer] of Object.entries(neighbours) as [string, (params: unknown) => unknown][]) {
    const [name = '', action = ''] = full.split('.');
    const schema = services.get(name) ?? { name, actions: {} };
    services.set(name, { ...schema, actions: { ...schema.actions, [action]: { handler: (context: Context) => answer(context.params) } } });
  }
  return [...services.values()];
}

function sender(base: string): Installation['send'] {
  return async (method, path, body, as) => {
    const isRaw = typeof body === 'string' || body instanceof FormData || body instanceof URLSearchParams;
    const headers: Record<string, string> =
      body === undefined || body instanceof FormData || body instanceof URLSearchParams ? {} : { 'content-type': 'application/json' };
    if (as) headers.authorization = `Bearer ${as.token}`;
    const answer = await fetch(base + path, { method, headers, body: isRaw || body === undefined ? body : JSON.stringify(body) });
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, body: (text === '' ? null : JSON.parse(text)) as Answer['body'] };
  };
}

async function newestMail(folder: string, to: string, subject: RegExp): Promise<string> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const entries = existsSync(folder) ? readdirSync(folder) : [];
    const names = entries.filter((name) => name.endsWith('.eml'));
    const mails = names
      .sort()
      .reverse()
      .map((name) => readFileSync(join(folder, name), 'utf8').replace(/=\r\n/g, ''));
    const found = mails.find((mail) => mail.includes(`To: ${to}`) && subject.test(/^Subject: (.*)$/m.exec(mail)?.[1] ?? ''));
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`No mail to ${to}`);
}
