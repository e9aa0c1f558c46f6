import type { NodeTools } from '../../lib/contracts/node';
import { finishCancellations } from './accounts/cancellation';
import { purgeDeniedTokens } from './login/denied-tokens';
import { purgePersonalTokens } from './personal-tokens/personal-tokens';
import { purgeExports } from './users/export.actions';

interface Task {
  name: string;
  /** Milliseconds. */
  every: number;
  run(node: NodeTools): Promise<void>;
}

const minute = 60_000;
const day = 24 * 60 * minute;

/** Each may run on several replicas at once. */
const tasks: readonly Task[] = [
  { name: 'purge of used tokens', every: 3 * day, run: purgeDeniedTokens },
  { name: 'purge of expired tokens', every: day, run: purgePersonalTokens },
  { name: 'purge of archives', every: 60 * minute, run: purgeExports },
  { name: 'end of cancellations', every: 5 * minute, run: finishCancellations },
];

const timers = new WeakMap<NodeTools, NodeJS.Timeout[]>();

/** Begins what is done from time to time. */
export function startMaintenance(node: NodeTools): void {
  const complain = (name: string) => (error: unknown) => node.log.warn(`The ${name} failed and is tried again:`, error);
  const start = ({ name, every, run }: Task) => setInterval(() => void run(node).catch(complain(name)), every).unref();
  timers.set(node, tasks.map(start));
}

export function stopMaintenance(node: NodeTools): void {
  for (const timer of timers.get(node) ?? []) clearInterval(timer);
}
