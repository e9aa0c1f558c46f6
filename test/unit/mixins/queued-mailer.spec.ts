import type { Store } from '../../../lib/contracts/store';
import type { Message } from '../../../lib/mail';
import { queuedMails, type QueuedMail } from '../../../lib/mail/queue';
import { openStore } from '../../../lib/store';
import { queuedMailer } from '../../../mixins/queued-mailer';

describe('a mail made from a template', () => {
  let store: Store;
  let sent: Message[];
  let fails: Error | null;
  const log = { warn: jest.fn() };
  const sender = {
    send: (message: Message) => {
      if (fails) return Promise.reject(fails);
      sent.push(message);
      return Promise.resolve();
    },
    close: () => undefined,
  };
  const toAnn = { to: 'ann@example.com', language: 'en', values: { name: 'Ann', verifyUrl: 'http://site/verify' } };
  const queue = () => store.collection<QueuedMail>(queuedMails.name).find();

  beforeEach(async () => {
    jest.clearAllMocks();
    [sent, fails] = [[], null];
    store = await openStore({ sqlitePath: ':memory:' });
    await store.declare(queuedMails);
  });
  afterEach(() => store.close());

  it('has arrived, rendered, when the request goes on', async () => {
    const mailer = queuedMailer(sender, { store, product: 'Larch', log });
    await Promise.all([
      mailer.sendTemplate('verify_email', toAnn),
      mailer.sendTemplate('verify_email', { ...toAnn, replyTo: 'b@example.com' }),
    ]);
    expect(sent).toHaveLength(2);
    expect(sent[0]).toMatchObject({ to: 'ann@example.com', subject: '[Larch] Verify email' });
    expect(sent[0]?.text).toContain('http://site/verify');
    expect(sent.map(({ replyTo }) => replyTo ?? null)).toEqual([null, 'b@example.com']);
    await mailer.close();
    expect((await queue()).map(({ due, message }) => [due, message])).toEqual(Array(2).fill([null, null]));
  });

  it('stays in the queue, with what it says, when the mail server is away', async () => {
    fails = new Error('connect ECONNREFUSED');
    const mailer = queuedMailer(sender, { store, product: 'Larch', log });
    await mailer.sendTemplate('verify_email', toAnn);
    await mailer.close();
    const [mail] = await queue();
    expect(mail).toMatchObject({ attempts: 1, claimed: false, done_at: null, message: { to: 'ann@example.com' } });
    expect(Date.parse(mail?.due ?? '')).toBeLessThan(Date.now() + 2000);
  });

  it('is given up when its address is refused for good', async () => {
    fails = Object.assign(new Error('no such user'), { code: 'EENVELOPE', responseCode: 550 });
    const mailer = queuedMailer(sender, { store, product: 'Larch', log });
    await mailer.sendTemplate('verify_email', toAnn);
    await mailer.close();
    expect(await queue()).toMatchObject([{ due: null, message: null }]);
  });

  it('keeps nobody waiting for a mail server that is silent, and is in the queue while it is', async () => {
    const silent = { ...sender, send: () => new Promise<void>(() => undefined) };
    const mailer = queuedMailer(silent, { store, product: 'Larch', log });
    await mailer.sendTemplate('verify_email', toAnn);
    expect(await queue()).toMatchObject([{ claimed: true, attempts: 1, done_at: null }]);
  });

  it('waits for a store that is away', async () => {
    let isAway = true;
    const flaky = new Proxy(store, {
      get: (target, name) => {
        if (name === 'collection' && isAway) throw new Error('away');
        return (target[name as keyof Store] as (...parameters: unknown[]) => unknown).bind(target);
      },
    });
    const mailer = queuedMailer(sender, { store: flaky, product: 'Larch', log });
    await mailer.sendTemplate('verify_email', toAnn);
    expect(log.warn).toHaveBeenCalledWith('The mail verify_email waits for the store: away');
    expect(sent).toEqual([]);
    isAway = false;
    while (sent.length === 0) await new Promise((resolve) => setTimeout(resolve, 50));
    await mailer.close();
    expect(await queue()).toHaveLength(1);
  });
});
