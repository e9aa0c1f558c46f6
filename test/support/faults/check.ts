import { setTimeout as pause } from 'node:timers/promises';
import type { Clients } from './clients';
import { report, takeAccount, total, waitingIn, type Account, type Evidence } from './ledger';
import { whileMoving } from './moving';

/** What comes too often may come late. Milliseconds. */
const aftermath = 2000;

export interface Check {
  clients: Clients;
  clientCount: number;
  /** What is done to the servers while the clients work; they stop when it ends. */
  harm(): Promise<void>;
  /** Where the effects are seen, asked for once the clients have stopped. */
  evidence(): Promise<Evidence>;
}

/**
 * The account of what clients did while servers were harmed, once nothing waits or is owed any more or nothing moves.
 * It is printed, also when the harm failed. @throws what the harm threw
 */
export async function accountAfter(title: string, { clients, clientCount, harm, evidence }: Check): Promise<Account> {
  const began = Date.now();
  clients.start(clientCount);
  const [harmed] = await Promise.allSettled([harm()]);
  await clients.stop();
  const stopped = Date.now();
  const account = await settled(clients, await evidence());
  const seconds = (from: number, to: number) => Math.round((to - from) / 1000);
  const times = `  worked for ${seconds(began, stopped)} s, everything was through ${seconds(stopped, Date.now())} s later`;
  process.stdout.write(`${report(title, account)}\n${times}\n`);
  if (harmed.status === 'rejected') throw harmed.reason;
  return account;
}

async function settled({ changes }: Clients, evidence: Evidence): Promise<Account> {
  const waiting = () => waitingIn(evidence.store);
  const take = () => takeAccount(changes, evidence);
  await whileMoving(
    async () => {
      await whileMoving(waiting, (count) => count > 0);
      return total((await take()).lost);
    },
    (count) => count > 0,
  );
  await pause(aftermath);
  return take();
}
