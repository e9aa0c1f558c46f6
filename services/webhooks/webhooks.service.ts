import { defineService, type InternalHandlers } from '../../mixins/service';
import { tellWebhooks } from './consumer';
import { startDeliveries, stopDeliveries } from './delivery/running';
import { hookActions } from './hooks/hooks.actions';
import { seenDeliveries } from './hooks/repetition';
import { webhookLogs } from './log.resource';
import { forgetProject } from './removal';
import { collections } from './webhook';
import { webhooks } from './webhook.resource';

const internal: InternalHandlers<'webhooks'> = {
  removeProject: ({ project }, { node }) => forgetProject(node.store, project),
};

/** Webhooks to the outside, and the hooks by which code hosts tell of what happens there. */
export default defineService({
  name: 'webhooks',
  resources: [webhooks, webhookLogs],
  actions: hookActions,
  internal,
  consumers: [{ group: 'webhooks', handle: tellWebhooks }],
  collections: [collections.deliveries, collections.queues, seenDeliveries],
  started: (node) => {
    startDeliveries(node);
    return Promise.resolve();
  },
  stopped: stopDeliveries,
});
