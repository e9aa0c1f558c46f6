import type { Store } from '../../../lib/contracts/store';
import { now } from '../../../lib/resource/values';
import { collections, logsOf, type Webhook, type WebhookLog } from '../webhook';
import type { Attempt } from './send';

/** Logs of each webhook that are kept (webhooks.md, Logs). */
const kept = 10;
/** Longest body that is kept to be sent again, in characters. */
const longestBody = 512 * 1024;
/** Days after which a log goes, however few there are. */
const keptDays = 30;

/** Keeps what came of an attempt. */
export async function keepLog(store: Store, webhook: Webhook, body: string, attempt: Attempt): Promise<WebhookLog> {
  const [log] = await keepLogs(store, webhook, [{ body, attempt }]);
  return log as WebhookLog;
}

/** Keeps what came of attempts, in their order. */
export async function keepLogs(
  store: Store,
  { id: webhook, project }: Webhook,
  tried: readonly { body: string; attempt: Attempt }[],
): Promise<WebhookLog[]> {
  if (tried.length === 0) return [];
  const first = await store.take(collections.logs, tried.length);
  const logs = tried.map(({ body, attempt }, place) => ({
    ...{ id: first + place, project, webhook },
    ...attempt,
    ...{ body: body.length > longestBody ? null : body, created: now() },
  }));
  await logsOf(store).insertMany(logs);
  return logs;
}

/** Lets the oldest logs of a webhook go. */
export async function trimLogs(store: Store, webhook: number): Promise<void> {
  const logs = logsOf(store);
  const [last] = await logs.find({ filter: { webhook }, sort: ['-id'], offset: kept, limit: 1, fields: ['webhook'] });
  if (last) await logs.remove({ webhook, id: { lte: last.id } });
}

/** Removes what is too old to be kept. */
export async function purgeLogs(store: Store): Promise<void> {
  await logsOf(store).remove({ created: { lt: new Date(Date.now() - keptDays * 86_400_000).toISOString() } });
}
