import { randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport, type SendMailOptions } from 'nodemailer';
import type { Config } from '../config';
import type { RenderedMail } from './render';
import type { MailName, MailValues } from './templates';

/** A mail to one address. */
export interface Message extends RenderedMail {
  to: string;
  replyTo?: string | readonly string[];
  /** With its angle brackets. */
  messageId?: string;
  /** Further headers; line breaks in them are refused by folding. */
  headers?: Readonly<Record<string, string>>;
}

/** A mail made from a template. */
export interface TemplateMessage<N extends MailName> {
  to: string;
  /** Language code of the reader; empty for the default. */
  language: string;
  values: MailValues[N];
  replyTo?: string | readonly string[];
}

/** The part of a logger that is needed here. */
export interface MailLogger {
  info(message: string): void;
  warn(message: string): void;
}

/** Hands mails to the mail server. */
export interface MailSender {
  /** @throws Error when the mail server doesn't take it; the caller may try again. */
  send(message: Message): Promise<void>;
  /** Ends idle connections to the mail server. */
  close(): void;
}

/** Sends the mails of the installation. */
export interface Mailer extends Pick<MailSender, 'send'> {
  /**
   * Puts a mail into the queue of the installation, which sends it as soon as the mail server takes it. Never fails: while
   * the store is away it is put in later.
   */
  sendTemplate<N extends MailName>(name: N, message: TemplateMessage<N>): Promise<void>;
  /** Waits a little for mails under way; what isn't sent stays in the queue. */
  close(): Promise<void>;
}

type Delivery = Pick<MailSender, 'close'> & { deliver(options: SendMailOptions): Promise<void> };

/** Sends by SMTP, or writes `.eml` files to `mails` in the data folder when no mail server is configured. */
export function createMailSender(config: Pick<Config, 'mail' | 'dataFolder'>, logger: MailLogger): MailSender {
  const { from, smtpUrl } = config.mail;
  const delivery = smtpUrl ? smtpDelivery(smtpUrl) : fileDelivery(join(config.dataFolder, 'mails'), logger);
  return {
    send: (message) => delivery.deliver(toOptions(message, from)),
    close: () => delivery.close(),
  };
}

function toOptions({ to, replyTo, ...message }: Message, from: string): SendMailOptions {
  return {
    ...message,
    from,
    // An object, since a text would be parsed and could name several recipients.
    to: { name: '', address: to },
    replyTo: replyTo === undefined ? undefined : [replyTo].flat().map((address) => ({ name: '', address })),
    headers: { ...message.headers },
    textEncoding: 'quoted-printable',
    // Contents come from users: they never make the mailer read files or fetch addresses.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

function smtpDelivery(url: string): Delivery {
  const transport = createTransport({ url, pool: true, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 });
  return {
    async deliver(options) {
      await transport.sendMail(options);
    },
    close: () => transport.close(),
  };
}

function fileDelivery(folder: string, logger: MailLogger): Delivery {
  const transport = createTransport({ streamTransport: true, buffer: true });
  return {
    async deliver(options) {
      const { message } = await transport.sendMail(options);
      if (!Buffer.isBuffer(message)) throw new TypeError('the mail was not composed as a whole');
      await mkdir(folder, { recursive: true });
      const path = join(folder, `${new Date().toISOString().replace(/[:.]/g, '-')}-${randomUUID()}.eml`);
      await writeFile(`${path}.part`, message, { mode: 0o600 });
      await rename(`${path}.part`, path);
      logger.info(`SMTP_URL is not set, mail written to ${path}`);
    },
    close: () => transport.close(),
  };
}
