import type { QueuedMail } from '../../../lib/mail/queue';
import { queuedMailer } from '../../../mixins/queued-mailer';
import { allServices } from '../../support/all-services';
import { eventually } from '../../support/cluster';
import { startMailSink, type MailSink } from '../../support/faults/receivers';
import { startInstallation, type Installation } from '../../support/installation';
import { freePort } from '../../support/servers';

let here: Installation;
let port: number;
let sink: MailSink | null = null;

beforeAll(async () => {
  port = await freePort();
  here = await startInstallation(allServices(), {}, { SMTP_URL: `smtp://127.0.0.1:${port}` });
  // As it is outside of tests, where mails aren't kept but sent.
  const { store, log, mailer } = here.node;
  const queued = queuedMailer(mailer, { store, product: 'Larch', log });
  mailer.sendTemplate = queued.sendTemplate;
}, 60_000);
afterAll(async () => {
  await here?.stop();
  await sink?.close();
});

it('a mail server that is away fails no request and loses no mail', async () => {
  const facts = { username: 'ann', email: 'ann@example.com', password: 'Secret-12345', full_name: 'Ann' };
  const registered = await here.send('POST', '/auth/register', { type: 'public', accepted_terms: true, ...facts });
  expect(registered.status).toBe(201);
  const recovered = await here.send('POST', '/users/password_recovery', { username: 'ann' });
  expect(recovered.status).toBe(200);
  const queue = here.node.store.collection<QueuedMail>('queued_mails');
  await eventually(
    () => queue.find(),
    (mails) => mails.length === 2 && mails.every(({ attempts, due }) => attempts > 0 && due !== null),
  );
  sink = await startMailSink(port);
  const { mails } = sink;
  await eventually(
    () => Promise.resolve(mails.length),
    (count) => count === 2,
  );
  expect(mails.map(({ to }) => to)).toEqual(['ann@example.com', 'ann@example.com']);
  await eventually(
    () => queue.count({ done_at: null }),
    (count) => count === 0,
  );
}, 90_000);
