import { notFound } from '../../../lib/errors';
import type { Reply } from '../../../lib/contracts/http';
import { authenticated } from '../../../lib/resource/access';
import type { RestAction } from '../../../lib/resource/define';
import type { RestRequest } from '../../../lib/resource/request';
import { accountsOf, type Avatar } from '../accounts/account';
import { removeAvatarFiles, storeAvatar } from '../accounts/avatar';
import { answerUser } from '../accounts/views';

async function changeAvatar(request: RestRequest): Promise<Reply> {
  return replaceAvatar(request, await storeAvatar(request));
}

async function replaceAvatar(request: RestRequest, avatar: Avatar | null): Promise<Reply> {
  const { node } = request;
  const { id } = request.requireUser();
  const before = await accountsOf(node).findById(id);
  const after = await accountsOf(node).findOneAndUpdate({ id, is_active: true }, { set: { avatar } });
  if (!after) {
    await removeAvatarFiles(node, avatar);
    throw notFound('User');
  }
  await node.invalidate({ users: [id] });
  await removeAvatarFiles(node, before?.avatar ?? null);
  return answerUser(request, after);
}

export const avatarActions: readonly RestAction[] = [
  {
    name: 'users.changeAvatar',
    rest: { method: 'POST', path: '/users/change_avatar', upload: true },
    access: authenticated,
    handler: changeAvatar,
    summary: 'Upload an avatar',
  },
  {
    name: 'users.removeAvatar',
    rest: { method: 'POST', path: '/users/remove_avatar' },
    access: authenticated,
    handler: (request) => replaceAvatar(request, null),
    summary: 'Remove the avatar',
  },
];
