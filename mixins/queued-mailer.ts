import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Batches } from '../lib/batches';
import type { Log } from '../lib/contracts/node';
import type { Store } from '../lib/contracts/store';
import { renderMail, type Mailer, type MailSender } from '../lib/mail';
import { deliver } from '../lib/mail/deliver';
import { claimedMail, enqueueClaimed, type QueuedMail } from '../lib/mail/queue';

/** Between two attempts to put in what the store didn't take. Milliseconds. */
const retryAfter = 1000;
/** How long a request waits for its mail while the mail server is well, so that it is there when the answer is. Milliseconds. */
const patience = 200;
/** How long a stopping process waits for mails under way. Milliseconds. */
const stopPatience = 5000;

/** What a {@link queuedMailer} needs beside the sender. */
export interface QueuedMailerOptions {
  store: Store;
  /** Name in mails. */
  product: string;
  log: Pick<Log, 'warn'>;
}

/**
 * Mails made from templates are in the queue of the installation before they are sent, so that neither a dead mail server
 * nor a kill loses one. This process tries once; whatever fails is left to the service that works on the queue.
 */
export function queuedMailer(sender: MailSender, { store, product, log }: QueuedMailerOptions): Mailer {
  const underWay = new Set<Promise<void>>();
  let closed = false;
  let isWell = true;
  const batches = new Batches<'all', QueuedMail>(async (_, mails) => {
    await enqueueClaimed(store, mails);
    return [];
  });
  const send = (mail: QueuedMail): Promise<void> => {
    const sent: Promise<void> = deliver({ store, mailer: sender, log }, mail)
      .then((well) => void (isWell = well))
      .catch((error: unknown) => log.warn(`The mail ${mail.id} is sent again`, error))
      .finally(() => underWay.delete(sent));
    underWay.add(sent);
    return sent;
  };
  const putLater = async (mail: QueuedMail): Promise<void> => {
    while (!closed) {
      await pause(retryAfter, undefined, { ref: false });
      const isIn = await batches.add('all', mail).then(
        () => true,
        () => false,
      );
      if (isIn) return send(mail);
    }
  };
  return {
    send: (message) => sender.send(message),
    async sendTemplate(name, { language, values, ...message }) {
      const mail = claimedMail(randomUUID(), { ...message, ...renderMail(name, language, values, product) });
      try {
        await batches.add('all', mail);
      } catch (error) {
        log.warn(`The mail ${name} waits for the store: ${error instanceof Error ? error.message : String(error)}`);
        void putLater(mail);
        return;
      }
      const waits = isWell;
      const sent = send(mail);
      if (waits) await Promise.race([sent, pause(patience, undefined, { ref: false })]);
    },
    close: async () => {
      closed = true;
      await Promise.race([Promise.all(underWay), pause(stopPatience, undefined, { ref: false })]);
      sender.close();
    },
  };
}
