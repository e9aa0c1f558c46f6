import type { Store } from '../contracts/store';
import type { MailLogger, MailSender } from './mailer';
import { finish, postpone, type QueuedMail } from './queue';
import { isRefused } from './retries';

/** What {@link deliver} works with. */
export interface Delivering {
  store: Store;
  mailer: Pick<MailSender, 'send'>;
  log: Pick<MailLogger, 'warn'>;
}

/**
 * Sends a queued mail that this process has claimed, and notes what came of it.
 * @returns whether the mail server is there
 * @throws StoreUnavailableError when it can't be noted; the mail is then sent again
 */
export async function deliver({ store, mailer, log }: Delivering, mail: QueuedMail): Promise<boolean> {
  if (!mail.message) return true;
  try {
    await mailer.send(mail.message);
  } catch (error) {
    const refused = isRefused(error);
    const reason = error instanceof Error ? error.message : String(error);
    log.warn(`The mail ${mail.id} could not be sent${refused ? '' : ', it is tried again'}: ${reason}`);
    await (refused ? finish(store, mail) : postpone(store, mail));
    return refused;
  }
  await finish(store, mail);
  return true;
}
