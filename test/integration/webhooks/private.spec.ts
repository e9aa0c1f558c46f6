import { startInstallation, type Installation, type Person } from '../../support/installation';
import authService from '../../../services/auth/auth.service';
import membershipsService from '../../../services/memberships/memberships.service';
import notificationsService from '../../../services/notifications/notifications.service';
import projectsService from '../../../services/projects/projects.service';
import webhooksService from '../../../services/webhooks/webhooks.service';
import { startReceiver } from './receiver';

let here: Installation;
let alice: Person;
let project: number;

beforeAll(async () => {
  const services = [authService, projectsService, membershipsService, notificationsService, webhooksService];
  here = await startInstallation(services, { 'backlog.milestonesOf': () => [], 'history.record': () => undefined });
  alice = await here.register('alice');
  project = (await here.send<{ id: number }>('POST', '/projects', { name: 'Team', description: 'A team' }, alice)).body.id;
});
afterAll(() => here.stop());

const create = (url: string) => here.send<{ id: number }>('POST', '/webhooks', { project, name: 'Sink', url, key: 'key' }, alice);

describe('unless they are allowed, private addresses', () => {
  it('are refused where they are numbers, on creation and change', async () => {
    for (const host of ['127.0.0.1', '10.0.0.1', '[::1]', '0x7f.1']) {
      expect(await create(`http://${host}:8080/x`)).toMatchObject({ status: 400, body: { url: ['Not allowed IP Address'] } });
    }
    const { id } = (await create('http://example.com/x')).body;
    const changed = await here.send('PATCH', `/webhooks/${id}`, { url: 'http://169.254.169.254/latest' }, alice);
    expect(changed).toMatchObject({ status: 400, body: { url: ['Not allowed IP Address'] } });
  });

  it('are never asked where names lead to them, and the log says so', async () => {
    const receiver = await startReceiver();
    const { id } = (await create(receiver.url.replace('127.0.0.1', 'localhost'))).body;
    const test = await here.send('POST', `/webhooks/${id}/test`, undefined, alice);
    const nothing = { status: 0, response_headers: {}, duration: 0 };
    expect(test.body).toMatchObject({ ...nothing, response_data: 'error-in-request: Private IP Address not allowed' });
    expect(receiver.received).toEqual([]);
    receiver.close();
  });

  it('and names that lead nowhere have a reason of their own', async () => {
    const { id } = (await create('http://nowhere.invalid/x')).body;
    const test = await here.send('POST', `/webhooks/${id}/test`, undefined, alice);
    expect(test.body).toMatchObject({ status: 0, response_data: 'error-in-request: Host access error' });
  });
});
