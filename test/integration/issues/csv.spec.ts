import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseCsv } from '../../../lib/csv';
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
    await here.send('POST', '/issues', { project: project.id, subject: 'Next', description: 'one\rtwo\nthree' }, alice);
    await here.send('POST', '/issues', { project: other.id, subject: 'Secret' }, alice);
    const { body } = await here.send<{ uuid: string }>('POST', `/projects/${project.id}/regenerate_issues_csv_uuid`, {}, alice);
    const answer = await fetch(addressOf(`/issues/csv?uuid=${body.uuid}`));
    const text = await answer.text();
    expect(answer.headers.get('content-type')).toContain('text/csv');
    expect(text.split('\r\n')[0]).toMatch(/^id,ref,subject,description,sprint_id,.*,due_date,due_date_reason$/);
    expect(text).toContain(`1,'=cmd(),"two\n""lines""",`);
    expect([...parseCsv(text)].map(({ cells }) => cells[3])).toEqual(['description', 'two\n"lines"', 'one\rtwo\nthree']);
    expect(text).not.toContain('Secret');
  });

  it('comes as a stream of batches, each element once, and stops when the client leaves', async () => {
    const { body: project } = await here.send<{ id: number }>(
      'POST',
      '/projects',
      { name: 'Long', description: 'd', is_private: true },
      alice,
    );
    const { body: first } = await here.send<{ id: number }>('POST', '/issues', { project: project.id, subject: 'One' }, alice);
    const issues = here.node.store.collection<{ id: number; ref: number }>('issues');
    const model = await issues.findById(first.id);
    if (!model) throw new Error('The issue was not stored');
    const many = 20_000;
    await issues.insertMany(Array.from({ length: many - 1 }, (_, index) => ({ ...model, id: 1_000_000 + index, ref: index + 2 })));
    const { body } = await here.send<{ uuid: string }>('POST', `/projects/${project.id}/regenerate_issues_csv_uuid`, {}, alice);
    const address = addressOf(`/issues/csv?uuid=${body.uuid}`);
    const answer = await fetch(address);
    expect(answer.headers.get('content-length')).toBeNull();
    const rows = (await answer.text()).trimEnd().split('\r\n').slice(1);
    expect(new Set(rows.map((row) => row.split(',')[1])).size).toBe(many);
    const leaving = await fetch(address);
    await leaving.body?.cancel();
    expect((await fetch(address, { method: 'HEAD' })).status).toBe(200);
    expect(here.errors).toEqual([]);
  }, 60_000);

  it.each(['', 'x', '0'.repeat(32)])('does not exist for the uuid %j', async (uuid) => {
    expect((await here.send('GET', `/issues/csv?uuid=${uuid}`)).status).toBe(404);
  });
});
