import type { Resource } from '../../lib/resource/define';
import { defineService } from '../../mixins/service';
import { attachmentResources } from './attachments.resource';
import { internal } from './attachments.internal';
import { mediaAction } from './media.actions';
import { sweepRegularly } from './sweeper';

let stopSweeping = () => {};

/** Files of elements of every kind, and the media location. */
export default defineService({
  name: 'attachments',
  resources: attachmentResources as readonly Resource[],
  actions: [mediaAction],
  internal,
  started: (node) => {
    stopSweeping = sweepRegularly(node);
    return Promise.resolve();
  },
  stopped: () => {
    stopSweeping();
    return Promise.resolve();
  },
});
