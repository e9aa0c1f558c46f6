import type { AttachedKind } from '../../lib/contracts/attachment-actions';
import { can, either, ownerIn } from '../../lib/resource/access';
import { defineResource, type Resource } from '../../lib/resource/define';
import { f } from '../../lib/resource/fields';
import { q } from '../../lib/resource/filters';
import { permission, viewPermission } from '../../lib/resource/traits/element';
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

/** Who may do what (attachments.md, Permissions). */
export interface AttachmentRules {
  view: ReturnType<typeof can>;
  change: ReturnType<typeof can>;
  modify: ReturnType<typeof can>;
  comment: ReturnType<typeof can>;
}

function rulesOf({ noun }: AttachmentKind): AttachmentRules {
  const modify = can(permission({ noun }, 'modify'));
  return {
    view: either(can(viewPermission(noun)), ownerIn('owner')),
    change: either(modify, ownerIn('owner')),
    modify,
    comment: either(modify, can(permission({ noun }, 'comment'))),
  };
}

/** The resource of one kind. Project and element can only be sent at the creation. */
function declare(kind: AttachmentKind): Resource<Attachment> {
  const rules = rulesOf(kind);
  const resource: Resource<Attachment> = defineResource<Attachment>({
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
    actions: [
      uploadAction(kind, rules, () => ({ ...resource, fields: { ...resource.fields, ...onlyAtCreation } })),
      ...changeActions(`/${kind.path}/attachments/:id`, () => resource, rules),
      orderAction(kind, rules),
    ],
  });
  return resource;
}

const onlyAtCreation = {
  project: f.link('projects', { required: true }),
  object_id: f.integer({ required: true }),
};

export const attachmentResources: readonly Resource<Attachment>[] = attachmentKinds.map(declare);
