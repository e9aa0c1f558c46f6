import { queuedMails } from '../../lib/mail/queue';
import { defineService } from '../../mixins/service';
import { notify, record } from './changes.consumer';
import { mailLoopOf, startMails } from './mails/mail-loop';
import { notices } from './mails/notices';
import * as internal from './policies.internal';
import { policies } from './policies.resource';
import { webActions } from './web/web.actions';
import { webNotifications } from './web/web-notification';

/** Who hears of what, and how. */
export default defineService({
  name: 'notifications',
  resources: [policies],
  actions: webActions,
  internal: { ...internal, record },
  consumers: [{ group: 'notifications', handle: notify }],
  collections: [webNotifications, queuedMails, notices],
  started: startMails,
  stopped: async (node) => mailLoopOf(node)?.stop(),
});
