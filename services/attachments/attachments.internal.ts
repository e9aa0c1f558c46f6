import type { InternalHandlers } from '../../mixins/service';
import { portableActions } from '../../lib/resource/portable';
import { attachmentsOf, present, refreshableAddress } from './attachment';
import { copyAttachments } from './copy';
import { portables } from './portable';
import { removeAll } from './removal';

/** What other services ask of attachments. */
export const internal: InternalHandlers<'attachments'> = {
  removeOf: ({ kind, objects }, call) => removeAll(call, { kind, object_id: { in: objects } }),
  removeProject: ({ project }, call) => removeAll(call, { project }),
  ...portableActions(portables),
  copy: (wanted, call) => copyAttachments(call, wanted),
  async moveTo({ kind, object, project }, { node }) {
    await attachmentsOf(node.store).updateMany({ kind, object_id: object }, { set: { project } });
  },
  async addresses({ project, attachments }, { node }) {
    const kinds = new Map(attachments.map(({ id, kind }) => [id, kind]));
    const found = await attachmentsOf(node.store).find({ filter: { id: { in: [...kinds.keys()] }, project, ...present } });
    const { api } = node.config.addresses;
    return found
      .filter(({ id, kind }) => kinds.get(id) === kind)
      .map((attachment) => ({ kind: attachment.kind, id: attachment.id, url: refreshableAddress(api, attachment) }));
  },
};
