import type { NodeTools } from '../../../lib/contracts/node';
import { composeMails } from './compose';
import { dropBatch, dueNotices, takeBatch, type Notice } from './notices';
import { claim, dueMails, finish, postpone, purge, type QueuedMail } from './queue';
import { isRefused } from './retries.rules';

/** How often what became due, or was left by another process, is looked for. Milliseconds. */
const interval = 1000;
const batchSize = 100;
/** Mails under way at a time. */
const parallel = 5;
const hour = 3_600_000;

/** Composes what has waited long enough and sends what is in the queue. Any number of processes may run one. */
export class MailLoop {
  private timer: NodeJS.Timeout | undefined;
  private round: Promise<void> | null = null;
  private again = false;
  private closed = false;
  private purged = 0;

  constructor(private readonly node: NodeTools) {}

  /** Looks for work at once. */
  wake(): void {
    if (this.closed) return;
    clearTimeout(this.timer);
    if (this.round) {
      this.again = true;
      return;
    }
    this.again = false;
    this.round = this.work()
      .catch((error: unknown) => this.node.log.warn('Notifications cannot be mailed now, it is tried again', error))
      .finally(() => this.rest());
  }

  /** Waits for the mails under way; what is left goes to others, or to the next start. */
  async stop(): Promise<void> {
    this.closed = true;
    clearTimeout(this.timer);
    await this.round;
  }

  private rest(): void {
    this.round = null;
    if (this.again) this.wake();
    else if (!this.closed) this.timer = setTimeout(() => this.wake(), interval).unref();
  }

  private async work(): Promise<void> {
    const { store } = this.node;
    for (const notice of await dueNotices(store, batchSize)) await this.tell(notice);
    const mails = await dueMails(store, batchSize);
    this.again ||= mails.length === batchSize;
    await Promise.all(Array.from({ length: parallel }, () => this.sendAll(mails)));
    if (Date.now() - this.purged < hour) return;
    this.purged = Date.now();
    await purge(store);
  }

  private async tell(notice: Notice): Promise<void> {
    const taken = await takeBatch(this.node.store, notice);
    const [first] = taken;
    if (!first?.batch) return;
    const readers = new Set(taken.flatMap((one) => one.readers));
    await composeMails(
      this.node,
      first.batch,
      taken.map(({ told }) => told),
      [...readers],
    );
    await dropBatch(this.node.store, first.batch);
  }

  /** Sends from the common list until it is empty. */
  private async sendAll(mails: QueuedMail[]): Promise<void> {
    for (let mail = mails.shift(); mail && !this.closed; mail = mails.shift()) await this.send(mail);
  }

  private async send(mail: QueuedMail): Promise<void> {
    const { store, mailer, log } = this.node;
    if (!mail.message || !(await claim(store, mail))) return;
    try {
      await mailer.send(mail.message);
    } catch (error) {
      const refused = isRefused(error);
      const reason = error instanceof Error ? error.message : String(error);
      log.warn(`The mail ${mail.id} could not be sent${refused ? '' : ', it is tried again'}: ${reason}`);
      await (refused ? finish(store, mail) : postpone(store, mail));
      return;
    }
    await finish(store, mail);
  }
}

const loops = new WeakMap<NodeTools, MailLoop>();

/** Begins to mail in this process. */
export function startMails(node: NodeTools): void {
  const loop = new MailLoop(node);
  loops.set(node, loop);
  loop.wake();
}

/** The loop of this process, while it runs. */
export const mailLoopOf = (node: NodeTools): MailLoop | undefined => loops.get(node);
