import { anyone, demandWritable, projectAdministrator } from '../../lib/resource/access';
import { defineResource, type Hooks, type Resource } from '../../lib/resource/define';
import { f } from '../../lib/resource/fields';
import { contextOf } from '../../lib/resource/draft';
import { forAction } from '../../lib/resource/operations/lookup';
import { ok, type RestRequest } from '../../lib/resource/request';
import { collections, logsOf, type Webhook } from './webhook';
import { forgetWebhook, moveWebhook, reviveQueue } from './removal';
import { isPrivateNumber, readAddress } from './webhook.rules';
import { sendTest } from './delivery/by-hand';
import { shownLog } from './log.resource';

const hooks: Hooks<Webhook> = {
  validate: ({ request, after, sent }, errors) => {
    const refused = sent.has('url') && !('url' in errors) && !request.node.config.projects.webhooksAllowPrivate;
    if (refused && isPrivateNumber(after.url)) errors.url = ['Not allowed IP Address'];
  },
  beforeSave: ({ after }) => {
    // Whoever saves it wants it to work.
    after.disabled_at = null;
  },
  afterSave: async ({ request, before, after }) => {
    if (before) await reviveQueue(request.node.store, after.id);
    if (before && before.project !== after.project) await moveWebhook(request.node.store, after);
  },
  afterDestroy: ({ request, after }) => forgetWebhook(request.node.store, after.id),
};

/** Webhooks (webhooks.md). Lists hold those of the projects that the requester administers. */
export const webhooks: Resource<Webhook> = defineResource<Webhook>({
  path: 'webhooks',
  title: 'Webhook',
  collection: collections.webhooks,
  parent: 'project',
  listPermission: 'modify_project',
  timestamps: false,
  fields: {
    project: f.link('projects', { required: true }),
    name: f.text({ required: true, max: 250 }),
    url: f.custom('url', { type: 'string', format: 'uri', maxLength: 200 }, { required: true, initial: '' }, readAddress),
    key: f.text({ required: true }),
    disabled_at: f.computed<string | null>(null),
  },
  access: {
    list: anyone,
    retrieve: projectAdministrator,
    create: projectAdministrator,
    update: projectAdministrator,
    destroy: projectAdministrator,
  },
  defaultOrder: ['name', '-id'],
  indexes: [{ fields: ['project', 'name'] }],
  load: async (request, documents) => ({ logs: await countLogs(request, documents) }),
  serialize: {
    detail: ({ id, project, name, url, key }, view) => {
      const { logs } = view.loaded as { logs: Map<number, number> };
      return { id, project, name, url, key, logs_counter: logs.get(id) ?? 0 };
    },
  },
  hooks,
  actions: [
    {
      name: 'test',
      rest: { method: 'POST', path: '/webhooks/:id/test' },
      access: projectAdministrator,
      checksAccess: true,
      handler: async (request) => {
        const { document, context } = await forAction(webhooks, request, projectAdministrator);
        demandWritable(contextOf({ context }));
        return ok(shownLog(await sendTest(request, document)));
      },
    },
  ],
});

async function countLogs({ node }: RestRequest, documents: readonly Webhook[]): Promise<Map<number, number>> {
  if (documents.length === 0) return new Map();
  const rows = await logsOf(node.store).group({ by: 'webhook', filter: { webhook: { in: documents.map(({ id }) => id) } } });
  return new Map(rows.map(({ key, count }) => [key as number, count]));
}
