import type { AttachedKind } from '../../lib/contracts/attachment-actions';
import { defineResource, withActions, type Resource } from '../../lib/resource/define';
import { f } from '../../lib/resource/fields';
import { q } from '../../lib/resource/filters';
import { viewPermission } from '../../lib/resource/traits/element';
import { rulesOf } from './attachment.rules';
import { shown } from './attachment.serialize';
import { attachmentKinds, collectionName, present, type Attachment, type AttachmentKind } from './attachment';
import { changeActions } from './change.actions';
import { tellOf } from './keepers';
import { orderAction } from './order.actions';
import { uploadAction } from './upload.actions';

/** What can be edited. */
const editable = {
  name: f.text({ max: 500 }),
  description: f.text(),
  is_deprecated: f.boolean(),
  from_comment: f.boolean(),
  order: f.integer(),
};

const computed = {
  kind: f.computed<AttachedKind>('userstory'),
  owner: f.computed<number | null>(null),
  attached_file: f.computed(''),
  thumbnail_file: f.computed<string | null>(null),
  content_type: f.computed(''),
  size: f.computed(0),
  sha1: f.computed(''),
  untold: f.computed<boolean | null>(true),
  removed: f.computed<boolean | null>(null),
};

/** The resource of one kind. Project and element can only be sent at the creation. */
function declare(kind: AttachmentKind): Resource<Attachment> {
  const rules = rulesOf(kind);
  const resource = defineResource<Attachment>({
    path: `${kind.path}/attachments`,
    title: 'Attachment',
    collection: collectionName,
    parent: 'project',
    listPermission: viewPermission(kind.noun),
    scope: () => ({ kind: kind.kind, ...present }),
    fields: { ...computed, ...editable, project: f.computed(0), object_id: f.computed(0) },
    access: { list: rules.view, retrieve: rules.view },
    filters: { object_id: q.ids('object_id') },
    defaultOrder: ['project', 'created_date', 'id'],
    indexes: [
      { fields: ['kind', 'object_id'] },
      { fields: ['kind', 'project', 'created_date', 'id'] },
      { fields: ['thumbnail_file'] },
      { fields: ['untold'], where: { untold: true } },
    ],
    unique: [{ fields: ['attached_file'], error: () => ({ attached_file: ['This file is taken.'] }) }],
    references: { projects: ['project'] },
    serialize: { detail: shown },
    hooks: {
      beforeSave: ({ after }) => {
        after.untold = true;
      },
      afterSave: ({ request, after }) => tellOf(request, after),
    },
  });
  return withActions(resource, [uploadAction(resource, kind, rules), ...changeActions(resource, rules), orderAction(kind, rules)]);
}

export const attachmentResources: readonly Resource<Attachment>[] = attachmentKinds.map(declare);
