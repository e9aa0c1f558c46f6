import { createHmac } from 'node:crypto';
import { originOf, startInstallation, type Installation, type Person } from '../../support/installation';
import authService from '../../../services/auth/auth.service';
import backlogService from '../../../services/backlog/backlog.service';
import historyService from '../../../services/history/history.service';
import issuesService from '../../../services/issues/issues.service';
import membershipsService from '../../../services/memberships/memberships.service';
import notificationsService from '../../../services/notifications/notifications.service';
import projectsService from '../../../services/projects/projects.service';
import webhooksService from '../../../services/webhooks/webhooks.service';

interface Element {
  id: number;
  ref: number;
  subject: string;
  description: string;
  status: number;
  version: number;
  owner: number;
  watchers: number[];
  total_comments: number;
  status_extra_info: { name: string };
}
interface Entry {
  comment: string;
  user: { pk: number; name: string; username: string };
}

let here: Installation;
let alice: Person;
let project: number;
let origin: string;

beforeAll(async () => {
  const services = [authService, projectsService, membershipsService, notificationsService, backlogService, issuesService, historyService];
  here = await startInstallation([...services, webhooksService]);
  alice = await here.register('alice');
  project = (await here.send<{ id: number }>('POST', '/projects', { name: 'Team', description: 'A team' }, alice)).body.id;
  const modules = { github: { secret: 'hub' }, gitlab: { secret: 'lab' }, bitbucket: { secret: 'bit', valid_origin_ips: ['10.0.0.0/8'] } };
  await here.send('PATCH', `/projects/${project}/modules`, modules, alice);
  const settings = await here.send<Record<string, { webhooks_url: string }>>('GET', `/projects/${project}/modules`, undefined, alice);
  expect(settings.body.github?.webhooks_url).toContain(`/github-hook?project=${project}`);
  origin = originOf(here);
});
afterAll(() => here.stop());

const make = async (path: string, values: object = {}) =>
  (await here.send<Element>('POST', `/${path}`, { project, subject: 'Element', ...values }, alice)).body;
const read = async (path: string, id: number) => (await here.send<Element>('GET', `/${path}/${id}`, undefined, alice)).body;
const history = async (kind: string, id: number) => (await here.send<Entry[]>('GET', `/history/${kind}/${id}`, undefined, alice)).body;
const issuesNow = async () => (await here.send<Element[]>('GET', `/issues?project=${project}&order_by=-id`, undefined, alice)).body;

async function call(path: string, body: string, headers: Record<string, string> = {}) {
  const answer = await fetch(`${origin}/api/v1/${path}`, { method: 'POST', body, headers });
  const text = await answer.text();
  return { status: answer.status, message: text === '' ? null : (JSON.parse(text) as { _error_message: string })._error_message };
}

const github = (event: string, payload: unknown, headers: Record<string, string> = {}) => {
  const body = typeof payload === 'string' ? payload : JSON.stringify(payload);
  const signature = `sha1=${createHmac('sha1', 'hub').update(body).digest('hex')}`;
  return call(`github-hook?project=${project}`, body, { 'x-hub-signature': signature, 'x-github-event': event, ...headers });
};
const sender = { id: 1, login: 'coder', html_url: 'http://github.example/coder' };
const push = (message: string, headers?: Record<string, string>) =>
  github('push', { sender, commits: [{ id: 'abc', url: 'http://github.example/abc', message }] }, headers);

describe('a call of a hook', () => {
  it('is checked: project, signature, block, body', async () => {
    expect(await call('github-hook?project=99999', '{}')).toEqual({ status: 400, message: "The project doesn't exist" });
    expect(await call('github-hook?project=x', '{}')).toEqual({ status: 400, message: "The project doesn't exist" });
    expect(await call(`github-hook?project=${project}`, 'x')).toEqual({ status: 400, message: 'Bad signature' });
    expect(await github('push', 'x')).toEqual({ status: 400, message: 'The payload is not valid json' });
    expect(await github('push', '[1]')).toEqual({ status: 204, message: null });
    expect((await call(`bitbucket-hook?project=${project}&key=bit`, '{}')).message).toBe('Bad signature');
    expect((await call(`gitlab-hook?project=${project}&key=lab`, '{}', { 'content-type': 'text/plain' })).status).toBe(204);
    expect((await call(`gogs-hook?project=${project}`, 'x')).message).toBe('Bad signature');
  });
});

describe('a push', () => {
  it('changes statuses and comments, in the name of the host and without a new version', async () => {
    const [story, task, issue, epic] = await Promise.all(['userstories', 'tasks', 'issues', 'epics'].map((path) => make(path)));
    const message = `Fix TG-${task?.ref} #closed, TG-${issue?.ref} #closed; see tg-${story?.ref} and tg-${epic?.ref}`;
    expect((await push(message)).status).toBe(204);
    const changed = await read('tasks', task?.id ?? 0);
    expect(changed).toMatchObject({ version: 1, watchers: [], total_comments: 1, status_extra_info: { name: 'Closed' } });
    expect(await history('task', changed.id)).toMatchObject([
      {
        user: { name: 'GitHub', username: expect.stringMatching(/^github-[0-9a-f]{32}$/) as string },
        comment: expect.stringContaining('→ **Closed**') as string,
      },
    ]);
    expect((await read('issues', issue?.id ?? 0)).status_extra_info.name).toBe('Closed');
    expect((await history('userstory', story?.id ?? 0))[0]?.comment).toMatch(/^This user story has been mentioned by \[coder]/);
    expect((await history('epic', epic?.id ?? 0))[0]?.comment).toMatch(/^This epic has been mentioned/);
  });

  it('that is repeated is ignored; another one with the same text is not', async () => {
    const task = await make('tasks');
    const comments = async () => (await history('task', task.id)).length;
    for (const id of ['one', 'one', 'two']) await push(`tg-${task.ref}`, { 'x-github-delivery': id });
    expect(await comments()).toBe(2);
    await Promise.all(Array.from({ length: 5 }, () => push(`tg-${task.ref}`, { 'x-github-delivery': 'three' })));
    expect(await comments()).toBe(3);
  });

  it('loses no comment when several come at once', async () => {
    const task = await make('tasks');
    await Promise.all(Array.from({ length: 10 }, (_, index) => push(`tg-${task.ref} ${index}`)));
    expect(await history('task', task.id)).toHaveLength(10);
    expect((await read('tasks', task.id)).total_comments).toBe(10);
  });

  it('refuses what it does not know, after what came before it', async () => {
    const task = await make('tasks');
    expect((await push(`tg-${task.ref} #no-such-status`)).message).toBe("The status doesn't exist");
    expect((await push('tg-9999')).message).toBe("The referenced element doesn't exist");
    const commits = [`tg-${task.ref}`, 'tg-9999'].map((message) => ({ id: 'a', url: 'http://x.example/a', message }));
    expect((await github('push', { sender, commits })).status).toBe(400);
    expect(await history('task', task.id)).toHaveLength(1);
  });

  it('is in the name of the account linked to its sender', async () => {
    await here.node.store
      .collection('provider_links')
      .insert({ id: 1, user: alice.id, provider: 'github', provider_user: '77', extra: {} } as never);
    const task = await make('tasks');
    await github('push', { sender: { ...sender, id: 77 }, commits: [{ id: 'a', url: 'http://x.example/a', message: `tg-${task.ref}` }] });
    expect((await history('task', task.id))[0]?.user.pk).toBe(alice.id);
  });
});

describe('an issue at the host', () => {
  const event = (action: string, issue: object = {}) => ({
    ...{ action, sender, repository: { html_url: 'http://github.example/it' } },
    issue: { number: 5, title: 'Outside', body: 'see #4', html_url: 'http://github.example/it/issues/5', state: 'open', ...issue },
  });

  it('is made once, follows the host, and hears its comments', async () => {
    for (const action of ['opened', 'opened', 'edited', 'closed']) await github('issues', event(action, { title: `Outside ${action}` }));
    const [issue, ...others] = (await issuesNow()).filter(({ subject }) => subject.startsWith('Outside'));
    expect(others).toEqual([]);
    expect(issue).toMatchObject({ subject: 'Outside edited', status_extra_info: { name: 'Closed' } });
    const comment = { body: 'A remark', html_url: 'http://github.example/it/issues/5#1' };
    await github('issue_comment', { ...event('created'), comment });
    const texts = (await history('issue', issue?.id ?? 0)).map(({ comment: text }) => text.split(' ').slice(0, 2).join(' '));
    expect(texts).toEqual([expect.stringMatching(/^\[coder]/), 'Issue closed', 'Issue modified', 'Issue created']);
    expect((await read('issues', issue?.id ?? 0)).description).toBe('see [GitHub#4](http://github.example/it/issues/4)');
  });

  it('that is closed already, or has a long title, is made so', async () => {
    await github('issues', event('edited', { title: 'y'.repeat(600), state: 'closed', html_url: 'http://github.example/it/issues/6' }));
    const [issue] = await issuesNow();
    expect([issue?.subject.length, issue?.status_extra_info.name]).toEqual([500, 'Closed']);
  });

  it('without title or address is refused', async () => {
    expect((await github('issues', event('opened', { title: null }))).message).toBe('Invalid issue information');
    const comment = { body: 'Found it', html_url: 'http://github.example/repo/issues/10#c1' };
    for (const payload of [event('created'), { ...event('created', { html_url: null }), comment }])
      expect((await github('issue_comment', { comment: {}, ...payload })).message).toBe('Invalid issue comment information');
  });
});
