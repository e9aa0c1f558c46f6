import { mkdtempSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { format } from 'node:util';
import { Loggers, ServiceBroker, type Context, type ServiceSchema } from 'moleculer';
import { loadConfig } from '../../lib/config';
import type { InternalActions } from '../../lib/contracts/actions';
import type { NodeTools } from '../../lib/contracts/node';
import type { MailName, TemplateMessage } from '../../lib/mail';
import { createNode } from '../../mixins/node';
import { brokerOptions } from '../../moleculer.config';
import apiService from '../../services/api/api.service';
import { CostMeter, type Costs } from './costs';
import { sender, type Sender } from './sender';

export type { Answer } from './sender';

/** What services answer that a test leaves out. */
export type Neighbours = {
  [Name in keyof InternalActions]?: (
    params: InternalActions[Name]['params'],
  ) => InternalActions[Name]['result'] | Promise<InternalActions[Name]['result']>;
};

export interface Person {
  id: number;
  username: string;
  email: string;
  token: string;
}

/** A mail that a template was asked for. */
export type SentMail = { [Name in MailName]: { name: Name } & TemplateMessage<Name> }[MailName];

export interface Installation {
  node: NodeTools;
  broker: ServiceBroker;
  /** All mails by template, oldest first. */
  mails: SentMail[];
  /** What was logged as an error, oldest first. */
  errors: string[];
  send: Sender;
  /** A new user whose address is verified. */
  register(username: string): Promise<Person>;
  /** How many operations reach the store meanwhile. */
  operations(work: () => Promise<unknown>): Promise<number>;
  /** What requests cost until they are answered. */
  costs(work: () => Promise<unknown>): Promise<Costs>;
  stop(): Promise<void>;
}

const password = 'Secret-12345';

/** Keeps errors instead of printing anything. */
class ErrorKeeper extends Loggers.Base<{ level?: 'error' }> {
  constructor(private readonly errors: string[]) {
    super();
  }

  override getLogHandler(): (type: string, values: unknown[]) => void {
    return (type, values) => {
      if (type === 'error' || type === 'fatal') this.errors.push(format(...values));
    };
  }
}

/** The gateway and these services in this process, between neighbours; mails are kept instead of sent. */
export async function startInstallation(
  services: readonly ((node: NodeTools) => ServiceSchema)[],
  neighbours: Neighbours = {},
  environment: Record<string, string> = {},
): Promise<Installation> {
  const folder = mkdtempSync(join(tmpdir(), 'larch-test-'));
  const settings = { LARCH_DATA: folder, LARCH_PUBLIC_REGISTER: 'on', LARCH_LOG_LEVEL: 'silent', HEALTH_PORT: '0', PORT: '0' };
  const config = loadConfig({ ...settings, ...environment });
  const meter = new CostMeter();
  const errors: string[] = [];
  const options = { ...brokerOptions(config, `test-${process.pid}`), logger: new ErrorKeeper(errors), middlewares: [meter.middleware] };
  const broker = new ServiceBroker(options);
  const node = await createNode(broker, config, () => ({ outboxes: [], groups: [] }));
  const mails = keepMails(node.tools);
  const gateway = broker.createService(apiService(node.tools));
  const schemas = [...node.services, ...services.map((service) => service(node.tools)), ...doublesOf(neighbours)];
  for (const schema of schemas) broker.createService(schema);
  await broker.start();
  const { server } = gateway as typeof gateway & { server: Server };
  meter.watch(server);
  const { port } = server.address() as AddressInfo;
  const send = sender(`http://127.0.0.1:${port}/api/v1`);
  return {
    node: node.tools,
    broker,
    mails,
    errors,
    send,
    register: (username) => register(send, mails, username),
    operations: async (work) => (await meter.measure(node.tools.store, work)).operations.length,
    costs: (work) => meter.measure(node.tools.store, work),
    async stop() {
      await broker.stop();
      await node.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Where the gateway of an installation is reached, like `http://127.0.0.1:8000`. */
export function originOf(installation: Pick<Installation, 'broker'>): string {
  return `http://127.0.0.1:${(serverOf(installation).address() as AddressInfo).port}`;
}

/** The server of an installation's gateway. */
export function serverOf({ broker }: Pick<Installation, 'broker'>): Server {
  return (broker.getLocalService('api') as unknown as { server: Server }).server;
}

function keepMails(node: NodeTools): SentMail[] {
  const mails: SentMail[] = [];
  node.mailer.sendTemplate = (name, message) => {
    mails.push({ name, ...message } as SentMail);
    return Promise.resolve();
  };
  return mails;
}

async function register(send: Installation['send'], mails: readonly SentMail[], username: string): Promise<Person> {
  const facts = { username, email: `${username}@example.com`, password, full_name: `${username} Tester` };
  const { body } = await send<Person & { auth_token: string }>('POST', '/auth/register', {
    type: 'public',
    accepted_terms: true,
    ...facts,
  });
  const welcome = mails.find((mail) => mail.name === 'registration' && mail.to === facts.email);
  const token = welcome?.name === 'registration' ? welcome.values.verifyUrl.split('/').pop() : '';
  await send('POST', '/users/change_email', { email_token: token });
  return { ...body, token: body.auth_token };
}

function doublesOf(neighbours: Neighbours): ServiceSchema[] {
  const services = new Map<string, ServiceSchema>();
  for (const [full, answer] of Object.entries(neighbours) as [string, (params: unknown) => unknown][]) {
    const [name = '', action = ''] = full.split('.');
    const schema = services.get(name) ?? { name, actions: {} };
    services.set(name, { ...schema, actions: { ...schema.actions, [action]: { handler: (context: Context) => answer(context.params) } } });
  }
  return [...services.values()];
}
