import type { Resource } from '../../../lib/resource/define';
import { allResources } from '../../support/all-services';
import { originOf } from '../../support/installation';
import { sampleBody } from '../../support/permissions/samples';
import { makeWorld, type World } from './world';

let world: World;

beforeAll(async () => {
  world = await makeWorld();
}, 60_000);
afterAll(() => world.here.stop());

const ask = <Body = { id: number; version?: number }>(method: string, path: string, body?: unknown) =>
  world.here.send<Body>(method, path, body, world.people.owner);

/** What the kit, the gateway and other services keep in documents, and what answers show beside what is stored. */
const kept = [
  ...[
    'id',
    'owner',
    'user',
    'created_date',
    'modified_date',
    'finished_date',
    'ref',
    'field_versions',
    'outbox',
    'outbox_count',
    'terms',
    'words',
  ],
  ...[
    'votes',
    'watches',
    'total_voters',
    'total_watchers',
    'total_comments',
    'attachments',
    'custom_values',
    'custom_version',
    'kind',
    'removed',
  ],
  ...[
    'is_superuser',
    'is_system',
    'is_owner',
    'email',
    'user_email',
    'token',
    'invited',
    'invited_by',
    'sort_key',
    'user_order',
    'logo',
    'fans',
  ],
  ...[
    'total_fans',
    'total_activity',
    'transfer_token',
    'blocked_code',
    'archived_code',
    'modules',
    'issues_csv_uuid',
    'is_featured',
    'members',
  ],
  ...['disabled_at', 'logs_counter', 'editions', 'last_modifier', 'closed', 'is_closed', 'limits', '_id', '$set'],
];

const planted = ['planted', 424242] as const;

const closedNames = ({ fields }: Resource) =>
  [...kept, ...Object.keys(fields)].filter((name) => fields[name] === undefined || fields[name].readOnly);

/** Resources that a planted value in an optional field, or a second sample, makes refuse the creation. */
const refused = new Set<string>();

/** Paths of resources whose documents keep something that only the service may say. */
async function takenOver(resource: Resource): Promise<string[]> {
  const { own, here } = world;
  const found: string[] = [];
  for (const value of planted) {
    const more = Object.fromEntries(closedNames(resource).map((name) => [name, value]));
    const sample = sampleBody(resource, { id: own.project, role: own.links.roles ?? 0 });
    const made = await ask('POST', `/${resource.path}`, { ...more, ...sample });
    if (made.status >= 400) {
      refused.add(resource.path);
      continue;
    }
    const one = `/${resource.path}/${made.body.id}`;
    const edited = await ask('PATCH', one, { ...more, version: made.body.version });
    const documents = await here.node.store.collection<{ id: number }>(resource.collection).find({ filter: { project: own.project } });
    const text = JSON.stringify([made.body, edited.body, documents]);
    if (text.includes(String(value)))
      found.push(`${resource.path}: ${text.slice(text.indexOf(String(value)) - 100, text.indexOf(String(value)) + 20)}`);
  }
  return found;
}

describe('what only the service says', () => {
  it('is taken from no request that makes or edits something', async () => {
    const found: string[] = [];
    for (const resource of allResources().filter(({ parent, path }) => parent === 'project' && path in world.own.ids)) {
      found.push(...(await takenOver(resource)));
    }
    expect(found).toEqual([]);
    expect([...refused]).toEqual([]);
  });

  it('is taken from no request for a project or an account', async () => {
    const { here, own, people } = world;
    const projectFields = allResources().find(({ path }) => path === 'projects');
    const names = projectFields ? closedNames(projectFields) : kept;
    for (const value of planted) {
      const more = Object.fromEntries(names.map((name) => [name, value]));
      const made = await ask('POST', '/projects', { ...more, name: 'Plain', description: 'x' });
      expect(made.status).toBe(201);
      await ask('PATCH', `/projects/${own.project}`, more);
      await ask('PATCH', `/users/${people.owner?.id}`, {
        ...more,
        max_private_projects: value,
        verified_email: true,
        password: value,
        uuid: value,
      });
      const stored = await Promise.all([
        here.node.store.collection('projects').findById(own.project),
        here.node.store.collection('projects').findById(made.body.id),
        here.node.store.collection('users').findById(people.owner?.id ?? 0),
      ]);
      expect(JSON.stringify(stored)).not.toContain(String(value));
    }
  });
});

const attacks = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg onload=alert(1)>',
  '[x](javascript:alert(1))',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<div style="background:url(javascript:alert(1))" onclick="alert(1)">x</div>',
].join('\n\n');
const runs = /<(script|svg|iframe)|<[^>]*\son\w+=|(href|src)="\s*(javascript|data):|url\(\s*javascript/i;

describe('markup', () => {
  it('runs nowhere that a text is shown as HTML', async () => {
    const { own, here } = world;
    for (const kind of ['userstories', 'tasks', 'issues', 'epics', 'wiki']) {
      const path = `/${kind}/${own.ids[kind]}`;
      const { body } = await ask('GET', path);
      const texts = { description: attacks, blocked_note: attacks, content: attacks, comment: attacks };
      const { status, body: edited } = await ask<Record<string, unknown>>('PATCH', path, { ...texts, version: body.version });
      expect([kind, status]).toEqual([kind, 200]);
      const shown = Object.entries(edited).filter(([name]) => name === 'html' || name.endsWith('_html'));
      expect(shown.length).toBeGreaterThan(0);
      for (const [name, html] of shown) expect([kind, name, runs.exec(String(html))]).toEqual([kind, name, null]);
      const history = await ask<Record<string, unknown>[]>(
        'GET',
        `/history/${{ userstories: 'userstory', tasks: 'task', issues: 'issue', epics: 'epic' }[kind] ?? kind}/${own.ids[kind]}`,
      );
      const comments = history.body.map(({ comment_html: html }) => String(html)).filter((html) => html !== '');
      expect(comments.length).toBeGreaterThan(0);
      for (const html of comments) expect([kind, runs.exec(html)]).toEqual([kind, null]);
    }
    const { body: rendered } = await ask<{ data: string }>('POST', '/wiki/render', { project_id: own.project, content: attacks });
    expect([rendered.data.length > 0, runs.exec(rendered.data)]).toEqual([true, null]);
    expect(here.errors).toEqual([]);
  });
});

async function upload(
  path: string,
  field: string,
  [name, content]: [string, string | Uint8Array<ArrayBuffer>],
  more: Record<string, string> = {},
) {
  const form = new FormData();
  for (const [key, value] of Object.entries(more)) form.append(key, value);
  form.append(field, new Blob([content]), name);
  const headers = { authorization: `Bearer ${world.people.owner?.token}` };
  const answer = await fetch(`${originOf(world.here)}/api/v1${path}`, { method: 'POST', headers, body: form });
  return { status: answer.status, body: (await answer.json()) as { id: number; url: string } };
}

describe('files', () => {
  it('have names that end no header', async () => {
    const { own, here } = world;
    const more = { project: String(own.project), object_id: String(own.ids.issues) };
    const { body } = await upload('/issues/attachments', 'attached_file', ['"; x=y.html', '<script>alert(1)</script>'], more);
    await ask('PATCH', `/issues/attachments/${body.id}`, { name: 'a"\r\nSet-Cookie: x=1\r\n\r\n<script>.html' });
    const { pathname } = new URL(body.url);
    const answer = await fetch(originOf(here) + pathname);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-disposition')).toMatch(/^(inline|attachment); filename\*=UTF-8''[\w.%~!-]+$/);
    expect([answer.headers.get('set-cookie'), answer.headers.get('content-type')]).toEqual([null, 'text/plain; charset=utf-8']);
    expect([answer.headers.get('x-content-type-options'), answer.headers.get('content-security-policy')]).toEqual([
      'nosniff',
      "default-src 'none'; sandbox",
    ]);
  });

  it.each([
    ['picture.svg', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
    ['picture.png', '<html><script>alert(1)</script></html>'],
    ['picture.gif', 'GIF89a/*<script>alert(1)</script>*/'],
    ['empty.png', ''],
  ])('that are no pictures are no logo: %s', async (name, content) => {
    expect((await upload(`/projects/${world.own.project}/change_logo`, 'logo', [name, content])).status).toBe(400);
  });

  it('are no logo when they are larger than fits into memory many times', async () => {
    const large = new Uint8Array(20 * 1024 ** 2 + 1);
    expect((await upload(`/projects/${world.own.project}/change_logo`, 'logo', ['logo.png', large])).status).toBe(413);
  });
});

describe('links in mails', () => {
  it('lead to the configured site, under whatever name the request came', async () => {
    const { here, people } = world;
    const forged = {
      'content-type': 'application/json',
      'x-forwarded-host': 'evil.example',
      'x-host': 'evil.example',
      origin: 'https://evil.example',
    };
    const body = JSON.stringify({ username: people.owner?.username });
    const answer = await fetch(`${originOf(here)}/api/v1/users/password_recovery`, { method: 'POST', headers: forged, body });
    expect(answer.status).toBe(200);
    const mail = here.mails.filter(({ name }) => name === 'password_recovery').at(-1);
    expect(JSON.stringify(mail)).toContain(`${here.node.config.addresses.site}/change-password/`);
    expect(JSON.stringify(mail)).not.toContain('evil.example');
  });
});
