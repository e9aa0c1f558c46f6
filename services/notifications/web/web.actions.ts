import { apiError } from '../../../lib/errors';
import type { Filter } from '../../../lib/contracts/store';
import { anyone, authenticated } from '../../../lib/resource/access';
import type { RestAction } from '../../../lib/resource/define';
import { documentSource, paged } from '../../../lib/resource/pages';
import { empty, ok, type RestRequest } from '../../../lib/resource/request';
import { now } from '../../../lib/resource/values';
import { shownDate } from './dates';
import { webNotificationsOf, type WebNotification } from './web-notification';

/** Unread ones first, then by the time of reading and of creation, newest first. */
const order = ['-unread', '-read', '-created', '-id'];

const path = '/web-notifications';

const shown = ({ id, event_type, user, data, created, read }: WebNotification) => ({
  ...{ id, event_type, user, data },
  created: shownDate(created),
  read: read === null ? null : shownDate(read),
});

async function list(request: RestRequest) {
  if (!request.user) return ok({});
  const collection = webNotificationsOf(request.node.store);
  const filter: Filter = { user: request.user.id, ...(request.query.only_unread ? { unread: 1 } : {}) };
  const { rows, headers, total } = await paged(request, documentSource(collection, { filter, sort: order }));
  const objects = rows.map(shown);
  if (request.facts.paging === 'off') return ok(objects, headers);
  return ok({ objects, total: total ?? (await collection.count(filter)) }, headers);
}

/** One's own notifications (users.md §11). */
export const webActions: readonly RestAction[] = [
  { name: 'web.list', rest: { method: 'GET', path }, access: anyone, handler: list },
  {
    name: 'web.setAsRead',
    rest: { method: 'PATCH', path: `${path}/:id/set-as-read` },
    access: authenticated,
    scope: 'write',
    async handler(request) {
      const own = { id: request.id ?? 0, user: request.requireUser().id };
      const found = await webNotificationsOf(request.node.store).updateOne(own, { set: { read: now(), unread: 0 } });
      if (found === 0) throw apiError('NOT_FOUND');
      return ok({});
    },
  },
  {
    name: 'web.setAllAsRead',
    rest: { method: 'POST', path: `${path}/set-as-read` },
    access: authenticated,
    scope: 'write',
    async handler(request) {
      const { id: user } = request.requireUser();
      await webNotificationsOf(request.node.store).updateMany({ user }, { set: { read: now(), unread: 0 } });
      return empty;
    },
  },
];
