import { adminPassword } from '../test/support/larch';
import { projectWith, type Client } from './data-set';
import type { Target } from './load';

/** The paths that are measured, on data that is made for them. */
export async function targetsOf(client: Client): Promise<Target[]> {
  const small = await projectWith(client, 100);
  const large = await projectWith(client, 1000);
  const json = { 'content-type': 'application/json' };
  const headers = { authorization: `Bearer ${client.token}` };
  const get = (name: string, path: string, more: Record<string, string> = {}): Target => ({
    name,
    method: 'GET',
    path: `/api/v1${path}`,
    headers: { ...headers, ...more },
  });
  const { id } = small.project;
  let edits = 0;
  const firstLarge = large.first.id;
  return [
    {
      name: 'login',
      method: 'POST',
      path: '/api/v1/auth',
      headers: json,
      body: () => JSON.stringify({ type: 'normal', username: 'admin', password: adminPassword }),
    },
    get('users/me', '/users/me'),
    get('project detail', `/projects/${id}`),
    get('project list', '/projects'),
    get('30 user stories', `/userstories?project=${id}`),
    get('100 user stories', `/userstories?project=${id}&page_size=100`),
    get('1,000 user stories, unpaginated', `/userstories?project=${large.project.id}`, { 'x-disable-pagination': '1' }),
    get('user story detail', `/userstories/${small.first.id}`),
    {
      name: 'user story create',
      method: 'POST',
      path: '/api/v1/userstories',
      headers: { ...headers, ...json },
      body: () => JSON.stringify({ project: small.project.id, subject: 'A new story' }),
    },
    {
      name: 'user story edit',
      method: 'PATCH',
      path: () => `/api/v1/userstories/${firstLarge + (++edits % 1000)}`,
      headers: { ...headers, ...json },
      // A comment never conflicts, so that the first version may be sent again and again.
      body: () => JSON.stringify({ version: 1, comment: `Comment ${edits}` }),
    },
  ];
}
