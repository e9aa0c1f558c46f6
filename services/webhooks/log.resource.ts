import { apiError } from '../../lib/errors';
import { anyone, demandWritable, projectAdministrator } from '../../lib/resource/access';
import { defineResource, type Resource } from '../../lib/resource/define';
import { contextOf } from '../../lib/resource/draft';
import { q } from '../../lib/resource/filters';
import { forAction } from '../../lib/resource/operations/lookup';
import { ok } from '../../lib/resource/request';
import { sendAgain } from './delivery/by-hand';
import { collections, webhooksOf, type WebhookLog } from './webhook';

/** A log as clients read it (webhooks.md, Logs). */
export function shownLog(log: WebhookLog): Record<string, unknown> {
  const { id, webhook, url, status, body, request_headers, response_data, response_headers, duration, created } = log;
  const request_data: unknown = body === null ? null : JSON.parse(body);
  return { id, webhook, url, status, request_data, request_headers, response_data, response_headers, duration, created };
}

/** Logs of deliveries: only read, and sent again. */
export const webhookLogs: Resource<WebhookLog> = defineResource<WebhookLog>({
  path: 'webhooklogs',
  title: 'WebhookLog',
  collection: collections.logs,
  parent: 'project',
  listPermission: 'modify_project',
  timestamps: false,
  fields: {},
  access: { list: anyone, retrieve: projectAdministrator },
  filters: { webhook: q.ids('webhook') },
  defaultOrder: ['-id'],
  indexes: [{ fields: ['project', 'id'] }, { fields: ['webhook', 'id'] }, { fields: ['created'] }],
  serialize: { detail: shownLog },
  actions: [
    {
      name: 'resend',
      rest: { method: 'POST', path: '/webhooklogs/:id/resend' },
      access: projectAdministrator,
      checksAccess: true,
      handler: async (request) => {
        const { document, context } = await forAction(webhookLogs, request, projectAdministrator);
        demandWritable(contextOf({ context }));
        const webhook = await webhooksOf(request.node.store).findById(document.webhook);
        if (!webhook) throw apiError('NOT_FOUND');
        if (document.body === null) throw apiError('BAD_REQUEST', 'The body of this delivery was too long to be kept');
        return ok(shownLog(await sendAgain(request, webhook, document.body)));
      },
    },
  ],
});
