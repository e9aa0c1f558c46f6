import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startInstallation, type Installation, type Person } from '../../support/installation';
import authService from '../../../services/auth/auth.service';
import issuesService from '../../../services/issues/issues.service';
import membershipsService from '../../../services/memberships/memberships.service';
import notificationsService from '../../../services/notifications/notifications.service';
import projectsService from '../../../services/projects/projects.service';

let here: Installation;
let alice: Person;

beforeAll(async () => {
  here = await startInstallation([authService, projectsService, membershipsService, notificationsService, issuesService], {
    'backlog.milestonesOf': () => [],
    'backlog.elementsByRef': () => [],
    'history.record': () => undefined,
  });
  alice = await here.register('alice');
});
afterAll(() => here.stop());

const addressOf = (path: string) => {
  const gateway = here.broker.getLocalService('api') as unknown as { server: Server };
  return `http://127.0.0.1:${(gateway.server.address() as AddressInfo).port}/api/v1${path}`;
};

describe('the export of issues', () => {
  it('is for whoever knows the uuid, holds the project alone, and no formula', async () => {
    const make = (name: string) =>
      here.send<{ id: number; slug: string }>('POST', '/projects', { name, description: 'd', is_private: true }, alice);
    const [{ body: project }, { body: other }] = [await make('Exported'), await make('Hidden')];
    await here.send('POST', '/issues', { project: project.id, subject: '=cmd()', tags: ['a', 'b'], description: 'two\n"lines"' }, alice);
    await here.send('POST', '/issues', { project: other.id, subject: 'Secret' }, alice);
    const { body } = await here.send<{ uuid: string }>('POST', `/projects/${project.id}/regenerate_issues_csv_uuid`, {}, alice);
    const answer = await fetch(addressOf(`/issues/csv?uuid=${body.uuid}`));
    const text = await answer.text();
    expect(answer.headers.get('content-type')).toContain('text/csv');
    expect(text.split('\r\n')[0]).toMatch(/^id,ref,subject,description,sprint_id,.*,due_date,due_date_reason$/);
    expect(text).toContain(`1,'=cmd(),"two\n""lines""",`);
    expect(text).not.toContain('Secret');
  });

  it.each(['', 'x', '0'.repeat(32)])('does not exist for the uuid %j', async (uuid) => {
    expect((await here.send('GET', `/issues/csv?uuid=${uuid}`)).status).toBe(404);
  });
});
