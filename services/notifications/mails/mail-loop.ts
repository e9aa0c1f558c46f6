import type { NodeTools } from '../../../lib/contracts/node';
import { deliver } from '../../../lib/mail/deliver';
import { claim, dueMails, purge, reclaim, type QueuedMail } from '../../../lib/mail/queue';
import { Rounds } from '../../../lib/rounds';
import { composeMails } from './compose';
import { dropBatch, dueNotices, takeBatch, type Notice } from './notices';

const batchSize = 100;
/** Mails under way at a time. */
const parallel = 5;
const hour = 3_600_000;

/** Composes what has waited long enough and sends what is in the queue. Any number of processes may run one. */
export class MailLoop {
  private readonly rounds: Rounds;
  private purged = 0;

  constructor(private readonly node: NodeTools) {
    this.rounds = new Rounds(
      () => this.work(),
      (error) => node.log.warn('Mails cannot be sent now, it is tried again', error),
    );
  }

  /** Looks for work at once. */
  wake(): void {
    this.rounds.wake();
  }

  /** Waits for the mails under way; what is left goes to others, or to the next start. */
  stop(): Promise<void> {
    return this.rounds.stop();
  }

  private async work(): Promise<boolean> {
    const { store } = this.node;
    for (const notice of await dueNotices(store, batchSize)) await this.tell(notice);
    const mails = await dueMails(store, batchSize);
    const more = mails.length === batchSize;
    await Promise.all(Array.from({ length: parallel }, () => this.sendAll(mails)));
    if (Date.now() - this.purged >= hour) {
      this.purged = Date.now();
      await purge(store);
    }
    return more;
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
    for (let mail = mails.shift(); mail && !this.rounds.isClosed; mail = mails.shift()) await this.send(mail);
  }

  private async send(mail: QueuedMail): Promise<void> {
    if (await claim(this.node.store, mail)) await deliver(this.node, { ...mail, attempts: mail.attempts + 1 });
  }
}

const loops = new WeakMap<NodeTools, MailLoop>();

/** Begins to mail in this process. */
export async function startMails(node: NodeTools): Promise<void> {
  if (node.config.mongoUrl === null) await reclaim(node.store);
  const loop = new MailLoop(node);
  loops.set(node, loop);
  loop.wake();
}

/** The loop of this process, while it runs. */
export const mailLoopOf = (node: NodeTools): MailLoop | undefined => loops.get(node);
