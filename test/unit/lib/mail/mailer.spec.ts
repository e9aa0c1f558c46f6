import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '../../../../lib/config';
import { createMailSender } from '../../../../lib/mail';

const message = { to: 'ann@example.com', subject: 'Grüße', text: `one\nhttp://localhost/${'token'.repeat(60)}\n`, html: '<p>one</p>' };
const logger = { info: jest.fn(), warn: jest.fn() };

/** A mail server that keeps the commands and contents it is sent. */
async function startMailServer(): Promise<{ server: Server; port: number; received: string[] }> {
  const received: string[] = [];
  const server = createServer((socket: Socket) => {
    let inData = false;
    socket.on('error', () => undefined).write('220 test\r\n');
    socket.on('data', (chunk) => {
      const text = chunk.toString();
      received.push(text);
      const ends = inData && text.endsWith('\r\n.\r\n');
      if (inData && !ends) return;
      const begins = /^DATA/i.test(text);
      inData = begins;
      socket.write(begins ? '354 go on\r\n' : '250 fine\r\n');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, port: (server.address() as AddressInfo).port, received };
}

beforeEach(() => jest.clearAllMocks());

describe('the sender of mails', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'larch-mail-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('without a mail server writes one file a mail and says where', async () => {
    const mailer = createMailSender(loadConfig({ LARCH_DATA: folder, LARCH_MAIL_FROM: 'Larch <larch@example.com>' }), logger);
    await mailer.send({
      ...message,
      replyTo: 'bob@example.com',
      messageId: '<p/1/2@host>',
      headers: { 'List-ID': 'x\r\nBcc: eve@example.com' },
    });
    const files = await readdir(join(folder, 'mails'));
    expect(files).toHaveLength(1);
    const source = await readFile(join(folder, 'mails', files[0] ?? ''), 'utf8');
    expect(source).toMatch(/^From: Larch <larch@example.com>\r?$/m);
    expect(source).toMatch(/^To: ann@example.com\r?$/m);
    expect(source).toMatch(/^Reply-To: bob@example.com\r?$/m);
    expect(source).toMatch(/^Message-ID: <p\/1\/2@host>\r?$/im);
    expect(source).toMatch(/^Content-Type: multipart\/alternative/m);
    expect(source).not.toMatch(/^Bcc/m);
    expect(logger.info).toHaveBeenCalledWith(expect.stringContaining('SMTP_URL is not set'));
  });

  it('sends by SMTP to exactly the one address', async () => {
    const { server, port, received } = await startMailServer();
    const mailer = createMailSender(loadConfig({ LARCH_DATA: folder, SMTP_URL: `smtp://127.0.0.1:${port}` }), logger);
    await mailer.send(message);
    mailer.close();
    server.close();
    const sent = received.join('');
    expect(sent.match(/^RCPT TO.*$/gm)).toEqual([expect.stringContaining('<ann@example.com>')]);
    expect(sent).toContain('Subject: =?UTF-8?');
    expect(sent).toContain('Content-Transfer-Encoding: quoted-printable');
    expect(sent.replaceAll('=\r\n', '').replaceAll('\r\n', '\n')).toContain(message.text);
    expect(await readdir(folder)).toEqual([]);
  });

  it('fails when the mail server is away', async () => {
    const { server, port } = await startMailServer();
    await new Promise((resolve) => server.close(resolve));
    const mailer = createMailSender(loadConfig({ LARCH_DATA: folder, SMTP_URL: `smtp://user:hush@127.0.0.1:${port}` }), logger);
    await expect(mailer.send(message)).rejects.toThrow(/^(?!.*hush)/);
    mailer.close();
  });
});
