import { randomUUID } from 'node:crypto';
import type { RestRequest } from '../../../lib/resource/request';
import { testBody } from '../payload/body';
import { reviveQueue } from '../removal';
import { webhooksOf, type Webhook, type WebhookLog } from '../webhook';
import { keepLog, trimLogs } from './logs';
import { attempt, succeeded } from './send';

/** Sends a test at once. */
export async function sendTest(request: RestRequest, webhook: Webhook): Promise<WebhookLog> {
  return sendAgain(request, webhook, await testBody(request, request.user?.id ?? null));
}

/** Sends a body at once, beside what waits. One that arrives puts a webhook that was given up into use again. */
export async function sendAgain({ node }: RestRequest, webhook: Webhook, body: string): Promise<WebhookLog> {
  const result = await attempt(node, webhook, { id: randomUUID(), body });
  if (succeeded(result) && webhook.disabled_at !== null) {
    await webhooksOf(node.store).updateOne({ id: webhook.id }, { set: { disabled_at: null } });
    await reviveQueue(node.store, webhook.id);
  }
  const log = await keepLog(node.store, webhook, body, result);
  await trimLogs(node.store, webhook.id);
  return log;
}
