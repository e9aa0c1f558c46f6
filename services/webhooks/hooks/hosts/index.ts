import type { CodeHost } from '../../../../lib/contracts/outside-actions';
import type { EventReader } from '../events';
import { readBitbucket } from './bitbucket';
import { readGithub } from './github';
import { readGitlab } from './gitlab';
import { readGogs } from './gogs';

/** What is known of a code host. */
export interface HostFacts {
  /** As texts name it. */
  name: string;
  read: EventReader;
  /** Header with the name of the event, where the payload doesn't tell it. */
  eventHeader?: string;
  /** Headers that are the same when a delivery is repeated; the first one sent counts. */
  deliveryHeaders: readonly string[];
  signatureHeader?: string;
}

export const hosts: Readonly<Record<CodeHost, HostFacts>> = {
  github: {
    name: 'GitHub',
    read: readGithub,
    eventHeader: 'x-github-event',
    deliveryHeaders: ['x-github-delivery'],
    signatureHeader: 'x-hub-signature',
  },
  gitlab: { name: 'GitLab', read: readGitlab, deliveryHeaders: ['idempotency-key', 'x-gitlab-event-uuid'] },
  bitbucket: { name: 'BitBucket', read: readBitbucket, eventHeader: 'x-event-key', deliveryHeaders: ['x-request-uuid'] },
  gogs: { name: 'Gogs', read: readGogs, deliveryHeaders: ['x-gogs-delivery'], signatureHeader: 'x-gogs-signature' },
};
