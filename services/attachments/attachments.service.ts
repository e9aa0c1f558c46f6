import type { NodeTools } from '../../lib/contracts/node';
import type { Resource } from '../../lib/resource/define';
import { defineService } from '../../mixins/service';
import { attachmentResources } from './attachments.resource';
import { internal } from './attachments.internal';
import { mediaAction } from './media.actions';
import { sweepRegularly } from './sweeper';

/** How to stop the sweeper of each process. */
const sweepers = new WeakMap<NodeTools, () => void>();

/** Files of elements of every kind, and the media location. */
export default defineService({
  name: 'attachments',
  resources: attachmentResources as readonly Resource[],
  actions: [mediaAction],
  internal,
  started: (node) => {
    sweepers.set(node, sweepRegularly(node));
    return Promise.resolve();
  },
  stopped: (node) => {
    sweepers.get(node)?.();
    return Promise.resolve();
  },
});
