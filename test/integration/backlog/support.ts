import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ChangeEntry } from '../../../lib/contracts/changes';
import authService from '../../../services/auth/auth.service';
import backlogService from '../../../services/backlog/backlog.service';
import issuesService from '../../../services/issues/issues.service';
import membershipsService from '../../../services/memberships/memberships.service';
import notificationsService from '../../../services/notifications/notifications.service';
import projectsService from '../../../services/projects/projects.service';
import { startInstallation, type Answer, type Installation, type Person } from '../../support/installation';

type Body = Record<string, unknown> & { id: number; ref: number; version: number };

/** A project of `alice` with `bob` in it, and everything around the backlog. */
export interface Board {
  here: Installation;
  /** Address of the API, for requests with headers of their own and answers that aren't JSON. */
  origin: string;
  alice: Person;
  bob: Person;
  project: number;
  slug: string;
  /** Ids by slug. */
  storyStatus: Record<string, number>;
  taskStatus: Record<string, number>;
  issueStatus: Record<string, number>;
  roles: Record<string, number>;
  /** Ids by name. */
  points: Record<string, number>;
  /** All changes that reached the history. */
  entries: ChangeEntry[];
  /** Makes an element as alice, who must be allowed to. */
  add(path: string, values: object): Promise<Body>;
  read(path: string): Promise<Body>;
  edit(path: string, values: object): Promise<Answer<Body>>;
}

interface Settings extends Record<string, unknown> {
  id: number;
  slug: string;
}

const ids = (items: unknown, key: 'slug' | 'name') =>
  Object.fromEntries((items as Record<string, unknown>[]).map((item) => [item[key] as string, item.id as number]));

export async function startBoard(): Promise<Board> {
  const entries: ChangeEntry[] = [];
  const services = [authService, projectsService, membershipsService, notificationsService, backlogService, issuesService];
  const here = await startInstallation(services, {
    'history.record': (recorded) => void entries.push(...recorded.entries),
    'attachments.copy': () => undefined,
    'attachments.removeOf': () => undefined,
  });
  const [alice, bob] = [await here.register('alice'), await here.register('bob')];
  const { body } = await here.send<Settings>('POST', '/projects', { name: 'Board', description: 'x', is_private: true }, alice);
  const roles = ids(body.roles, 'slug');
  await here.send('POST', '/memberships', { project: body.id, role: roles.back, username: bob.email }, alice);
  const call = async (method: string, path: string, values?: object) => {
    const answer = await here.send<Body>(method, path, values, alice);
    if (answer.status >= 400) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const { server } = here.broker.getLocalService('api') as unknown as { server: Server };
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`,
    ...{ here, alice, bob, entries, roles, project: body.id, slug: body.slug },
    storyStatus: ids(body.us_statuses, 'slug'),
    taskStatus: ids(body.task_statuses, 'slug'),
    issueStatus: ids(body.issue_statuses, 'slug'),
    points: ids(body.points, 'name'),
    add: (path, values) => call('POST', path, { project: body.id, ...values }),
    read: (path) => call('GET', path),
    edit: (path, values) => here.send<Body>('PATCH', path, values, alice),
  };
}
