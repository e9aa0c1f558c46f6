import { portableResource } from '../../lib/resource/operations/restored';
import type { Portable } from '../../lib/resource/portable';
import type { Attachment } from './attachment';
import { factsOf, present } from './attachment';
import { attachmentResources } from './attachments.resource';

const [first] = attachmentResources;
if (!first) throw new Error('No kind of attachments');

/** Records of attachments travel with their project; whoever restores them has stored the files. All kinds are one collection. */
export const portables: readonly Portable[] = [
  {
    ...portableResource(first, {
      facts: (document, { node }) => ({ ...factsOf(document as unknown as Attachment, node.config.addresses.api) }),
    }),
    filter: present,
  },
];
