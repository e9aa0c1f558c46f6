import { can, either, ownerIn, type AccessRule } from '../../lib/resource/access';
import { permission, viewPermission } from '../../lib/resource/traits/element';
import type { AttachmentKind } from './attachment';

/** Who may do what (attachments.md, Permissions). */
export interface AttachmentRules {
  view: AccessRule;
  change: AccessRule;
  modify: AccessRule;
  comment: AccessRule;
}

/** The rules for attachments of one kind of element. */
export function rulesOf({ noun }: AttachmentKind): AttachmentRules {
  const modify = can(permission({ noun }, 'modify'));
  return {
    view: either(can(viewPermission(noun)), ownerIn('owner')),
    change: either(modify, ownerIn('owner')),
    modify,
    comment: either(modify, can(permission({ noun }, 'comment'))),
  };
}
