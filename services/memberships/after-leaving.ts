import type { RestRequest } from '../../lib/resource/request';
import type { Membership } from './documents';

/** What follows once memberships are gone. May be repeated. */
export async function followLeaving(request: RestRequest, removed: readonly Membership[]): Promise<void> {
  const { node, call } = request;
  const projects = [...new Set(removed.map(({ project }) => project))];
  await node.invalidate({ projects }, ['members']);
  await Promise.all(projects.map((project) => call('backlog.rolesChanged', { project, gone: false })));
  await endWatching(request, removed);
}

async function endWatching({ call }: RestRequest, removed: readonly Membership[]): Promise<void> {
  const left = removed.flatMap(({ project, user }) => (user === null ? [] : [{ project, user }]));
  if (left.length === 0) return;
  await Promise.all([call('backlog.membersLeft', { left }), call('issues.membersLeft', { left }), call('wiki.membersLeft', { left })]);
}
