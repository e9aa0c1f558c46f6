import type { Reply } from '../../lib/contracts/http';
import { apiError, notFound } from '../../lib/errors';
import { anyone } from '../../lib/resource/access';
import type { RestAction } from '../../lib/resource/define';
import { answerDetail } from '../../lib/resource/operations/answer';
import type { RestRequest } from '../../lib/resource/request';
import { membershipsOf } from './documents';
import { memberships as resource } from './memberships.resource';

/** What somebody with an invitation's token may see (memberships.md §6). */
export const invitationActions: RestAction[] = [
  { name: 'invitation', rest: { method: 'GET', path: '/invitations/:token' }, access: anyone, handler: invitation },
  {
    name: 'invitations',
    rest: { method: 'GET', path: '/invitations' },
    access: anyone,
    handler: () => Promise.reject(apiError('PERMISSION_DENIED', "You don't have permissions to see that.")),
  },
];

async function invitation(request: RestRequest): Promise<Reply> {
  const found = await membershipsOf(request.node.store).findOne({ token: request.path.token ?? '', user: null });
  if (!found || !(await request.context(found.project))) throw notFound('Membership');
  return answerDetail(resource, request, found, 200);
}
