import type { View } from '../../lib/resource/view';
import { mediaAddress, previewOf, refreshableAddress, type Attachment } from './attachment';

/** The one form of an attachment (attachments.md, Object). */
export function shown(attachment: Attachment, view: View): Record<string, unknown> {
  const { api } = view.node.config.addresses;
  const url = refreshableAddress(api, attachment);
  const preview = previewOf(attachment);
  return {
    id: attachment.id,
    project: attachment.project,
    owner: attachment.owner,
    name: attachment.name,
    attached_file: attachment.attached_file,
    size: attachment.size,
    url,
    description: attachment.description,
    is_deprecated: attachment.is_deprecated,
    from_comment: attachment.from_comment,
    created_date: attachment.created_date,
    modified_date: attachment.modified_date,
    object_id: attachment.object_id,
    order: attachment.order,
    sha1: attachment.sha1,
    thumbnail_card_url: attachment.thumbnail_file && mediaAddress(api, attachment.thumbnail_file),
    preview_url: preview ? mediaAddress(api, preview) : url,
  };
}
