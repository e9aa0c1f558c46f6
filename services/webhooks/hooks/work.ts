import type { ElementReference } from '../../../lib/contracts/element-cards';
import type { CodeHost, OutsideChange } from '../../../lib/contracts/outside-actions';
import type { ProjectContext } from '../../../lib/contracts/project-context';
import type { RestRequest } from '../../../lib/resource/request';
import type { Payload, Person } from './events';

/** What the effects of an event need to know. */
export interface HookWork {
  request: RestRequest;
  host: CodeHost;
  /** Name of the host in texts. */
  hostName: string;
  context: ProjectContext;
  /** The project's settings of the host. */
  settings: Payload;
  /** Accounts of people who were looked up already. */
  authors: Map<string | null, Promise<number>>;
}

/** The account linked to somebody at the host, else the host's system user. */
export function authorOf({ request, host, authors }: HookWork, { id }: Person): Promise<number> {
  const known = authors.get(id) ?? lookUp(request, host, id);
  authors.set(id, known);
  return known;
}

async function lookUp({ call }: RestRequest, host: CodeHost, id: string | null): Promise<number> {
  const linked = id === null ? null : await call('auth.userOfProvider', { provider: host, id });
  return linked ?? call('auth.systemUser', { host });
}

/** Changes an element, or comments on it, where it is kept. */
export async function changeElement({ call }: RestRequest, change: OutsideChange): Promise<void> {
  if (change.kind === 'issue') await call('issues.changeFromOutside', change);
  else await call('backlog.changeFromOutside', change);
}

/** The status that an element has now. */
export async function statusOf({ call }: RestRequest, { kind, id }: ElementReference): Promise<unknown> {
  const [document] =
    kind === 'issue'
      ? await call('issues.documents', { kind, ids: [id] })
      : await call('backlog.documents', { kind: kind === 'us' ? 'userstory' : kind, ids: [id] });
  return document?.status;
}
