import type { NodeTools } from '../../lib/contracts/node';
import { pushed, type PushMessage } from '../../lib/contracts/push';
import { defineService } from '../../mixins/service';
import { pushEntry } from './changes.consumer';
import { EventsGateway } from './gateway';

const gateways = new WeakMap<NodeTools, EventsGateway>();

function gatewayOf(node: NodeTools): EventsGateway {
  const gateway = gateways.get(node) ?? new EventsGateway(node);
  gateways.set(node, gateway);
  return gateway;
}

/** Live events for clients that show a project (events.md). */
export default defineService({
  name: 'events',
  internal: {},
  consumers: [{ group: 'push', handle: pushEntry }],
  broadcasts: (node) => ({
    [pushed]: ({ messages }: { messages: PushMessage[] }) => gatewayOf(node).deliver(messages),
  }),
  started: (node) => gatewayOf(node).start(),
  stopped: (node) => gatewayOf(node).stop(),
});
