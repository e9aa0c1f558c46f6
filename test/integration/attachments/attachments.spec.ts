import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ChangeEntry } from '../../../lib/contracts/changes';
import { randomFilePath } from '../../../lib/files';
import attachmentsService from '../../../services/attachments/attachments.service';
import { sweep } from '../../../services/attachments/sweeper';
import authService from '../../../services/auth/auth.service';
import backlogService from '../../../services/backlog/backlog.service';
import issuesService from '../../../services/issues/issues.service';
import membershipsService from '../../../services/memberships/memberships.service';
import notificationsService from '../../../services/notifications/notifications.service';
import projectsService from '../../../services/projects/projects.service';
import wikiService from '../../../services/wiki/wiki.service';
import { originOf, startInstallation, type Installation, type Person } from '../../support/installation';
import { photoshop, plainBitmap } from '../../support/pictures';

interface Attachment {
  id: number;
  attached_file: string;
  thumbnail_card_url: string | null;
  size: number;
  url: string;
  preview_url: string;
}

const path = '/userstories/attachments';
const limit = 200_000;
const entries: ChangeEntry[] = [];

let here: Installation;
let alice: Person;
let project: number;
let story: number;

beforeAll(async () => {
  const services = [
    authService,
    projectsService,
    membershipsService,
    notificationsService,
    backlogService,
    issuesService,
    wikiService,
    attachmentsService,
  ];
  const neighbours = { 'history.record': (recorded: { entries: ChangeEntry[] }) => void entries.push(...recorded.entries) };
  here = await startInstallation(services, neighbours, { LARCH_MAX_UPLOAD: String(limit) });
  alice = await here.register('alice');
  project = (await add('/projects', { name: 'Files', description: 'x', is_private: true })).id;
  story = (await add('/userstories', { project, subject: 'Story' })).id;
});
afterAll(() => here.stop());

const add = async (url: string, body: object) => (await here.send<{ id: number; ref: number }>('POST', url, body, alice)).body;
const list = async (object = story) => (await here.send<Attachment[]>('GET', `${path}?object_id=${object}`, undefined, alice)).body;
const stored = async () => {
  const paths: string[] = [];
  for await (const one of here.node.files.list('attachments')) paths.push(one);
  return paths;
};

async function upload(content: Buffer | string, name: string, object = story): Promise<Response> {
  const form = new FormData();
  form.set('attached_file', new Blob([content]), name);
  form.set('project', String(project));
  form.set('object_id', String(object));
  return fetch(`${originOf(here)}/api/v1${path}`, { method: 'POST', body: form, headers: { authorization: `Bearer ${alice.token}` } });
}

const uploaded = async (content: Buffer | string, name: string, object?: number) =>
  (await (await upload(content, name, object)).json()) as Attachment;

/** Addresses hold the configured port, the test server has another one. */
const media = (file: string, headers: Record<string, string> = {}) => fetch(`${originOf(here)}/media/${file}`, { headers });
const pathOf = (url: string | null) => (url ?? '').replace(/^.*\/media\//, '').replace(/#.*$/, '');

describe('files', () => {
  it('come back as they were sent, in one piece or in parts', async () => {
    const content = randomBytes(150_000);
    const { attached_file, size } = await uploaded(content, 'data.bin');
    const whole = await media(attached_file);
    expect(Buffer.from(await whole.arrayBuffer()).equals(content)).toBe(true);
    expect([size, whole.headers.get('content-length'), whole.headers.get('accept-ranges')]).toEqual([150_000, '150000', 'bytes']);
    const part = await media(attached_file, { range: 'bytes=1000-1999' });
    expect(Buffer.from(await part.arrayBuffer()).equals(content.subarray(1000, 2000))).toBe(true);
    expect([part.status, part.headers.get('content-range')]).toEqual([206, 'bytes 1000-1999/150000']);
    const behind = await media(attached_file, { range: 'bytes=150000-' });
    expect([behind.status, behind.headers.get('content-range')]).toEqual([416, 'bytes */150000']);
    const tag = whole.headers.get('etag') ?? '';
    expect((await media(attached_file, { 'if-none-match': tag })).status).toBe(304);
    expect((await media(attached_file, { range: 'bytes=0-9', 'if-range': '"another"' })).status).toBe(200);
  });

  it.each([
    ['page.html', '<!DOCTYPE html><script>alert(1)</script>'],
    ['picture.svg', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
    ['picture.png', '<html><script>alert(1)</script></html>'],
  ])('are never served as programs: %s', async (name, content) => {
    const { attached_file, thumbnail_card_url } = await uploaded(content, name);
    const { headers } = await media(attached_file);
    expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect([headers.get('x-content-type-options'), headers.get('content-security-policy')]).toEqual([
      'nosniff',
      "default-src 'none'; sandbox",
    ]);
    expect(thumbnail_card_url).toBeNull();
  });

  it('of unknown types are only downloaded, under their own names', async () => {
    const { attached_file } = await uploaded(Buffer.from([0, 1, 2, 3]), "Bild '1' ü.bin");
    expect((await media(attached_file)).headers.get('content-disposition')).toBe(
      "attachment; filename*=UTF-8''Bild%20%271%27%20%C3%BC.bin",
    );
  });

  it('have a thumbnail when they are images, made again when it is missing', async () => {
    const image = await sharp({ create: { width: 900, height: 900, channels: 3, background: '#ff0000' } })
      .jpeg()
      .toBuffer();
    const { thumbnail_card_url } = await uploaded(image, 'Photo.JPG');
    const thumbnail = pathOf(thumbnail_card_url);
    for (let turn = 0; turn < 100 && !(await stored()).includes(thumbnail); turn++) await sleep(20);
    await here.node.files.remove(thumbnail);
    const { width, height, format } = await sharp(await (await media(thumbnail)).arrayBuffer()).metadata();
    expect([width, height, format]).toEqual([300, 200, 'jpeg']);
    expect(await stored()).toContain(thumbnail);
  });

  it('of Photoshop have a picture for browsers, which goes with them', async () => {
    const document = photoshop({ mode: 1, channels: 1, width: 1000, height: 10, data: Buffer.alloc(10_000, 99) });
    const { id, preview_url, thumbnail_card_url } = await uploaded(document, 'Draft.psd');
    const preview = pathOf(preview_url);
    expect(await stored()).not.toContain(preview);
    const { width, height, format } = await sharp(await (await media(preview)).arrayBuffer()).metadata();
    expect([width, height, format]).toEqual([800, 8, 'png']);
    expect((await media(pathOf(thumbnail_card_url))).status).toBe(200);
    expect(await stored()).toContain(preview);
    expect((await here.send('DELETE', `${path}/${id}`, undefined, alice)).status).toBe(204);
    expect([(await media(preview)).status, (await stored()).includes(preview)]).toEqual([404, false]);
  });

  it('have no other picture than their own', async () => {
    const { attached_file, preview_url, url } = await uploaded(plainBitmap(), 'plain.bmp');
    expect(preview_url).toBe(url);
    expect((await media(`${attached_file}.800x0_q85.png`)).status).toBe(404);
  });

  it('have none when the image can only be claimed', async () => {
    const { thumbnail_card_url } = await uploaded(
      Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), randomBytes(100)]),
      'broken.png',
    );
    expect(thumbnail_card_url).toBeNull();
  });

  it('that are too large are refused with 413 and leave nothing', async () => {
    const before = (await stored()).length;
    expect((await upload(Buffer.alloc(limit + 1), 'large.bin')).status).toBe(413);
    expect((await stored()).length).toBe(before);
  });

  it('that nobody may attach are not stored', async () => {
    const before = (await stored()).length;
    expect((await upload('x', 'x.txt', 999_999)).status).toBe(400);
    expect((await stored()).length).toBe(before);
  });

  it.each(['attachments/../../secret', 'attachments/%2e%2e/x', 'exports/users/x.zip', 'attachments', 'projects/1/x.html'])(
    'are not found elsewhere: %s',
    async (address) => {
      expect((await media(address)).status).toBe(404);
    },
  );
});

describe('what is left behind', () => {
  it('by a process that died between file and record is invisible and swept away once it is old', async () => {
    const orphan = randomFilePath('attachments', 'orphan.txt');
    await here.node.files.put(orphan, Buffer.from('half an upload'), { contentType: 'text/plain' });
    expect((await media(orphan)).status).toBe(404);
    await sweep(here.node);
    expect(await stored()).toContain(orphan);
    const known = (await stored()).filter((one) => one !== orphan);
    await sweep(here.node, { files: -1000 });
    expect(await stored()).toEqual(known);
  });

  it('by one that died before the element knew is told to it', async () => {
    const { id: object } = await add('/userstories', { project, subject: 'Forgotten' });
    const { id } = await uploaded('x', 'x.txt', object);
    const stories = here.node.store.collection<{ id: number; attachments: unknown[] }>('userstories');
    await stories.updateOne({ id: object }, { set: { attachments: [], attachments_stamp: 0 } });
    await sleep(20);
    await here.node.store.collection('attachments').updateOne({ id }, { set: { untold: true } });
    await sweep(here.node, { untold: -1000 });
    expect((await stories.findById(object))?.attachments).toMatchObject([{ id }]);
  });

  it('by a deletion is nothing', async () => {
    const { id: object } = await add('/userstories', { project, subject: 'Short-lived' });
    const [one, two] = [await uploaded('1', '1.txt', object), await uploaded('2', '2.txt', object)];
    await here.send('DELETE', `${path}/${one.id}`, undefined, alice);
    expect((await media(one.attached_file)).status).toBe(404);
    await here.send('DELETE', `/userstories/${object}`, undefined, alice);
    const left = await stored();
    expect([left.includes(one.attached_file), left.includes(two.attached_file), await list(object)]).toEqual([false, false, []]);
  });
});

describe('elements', () => {
  it('know all of many files that come at once, with each once in the history and no new version', async () => {
    const { id: object } = await add('/userstories', { project, subject: 'Busy' });
    const names = ['a', 'b', 'c', 'd', 'e'];
    await Promise.all(names.map((name) => uploaded(name, `${name}.txt`, object)));
    const { body } = await here.send<Record<string, unknown>>('GET', `/userstories/${object}?include_attachments=1`, undefined, alice);
    expect([body.total_attachments, body.version, (body.attachments as unknown[]).length]).toEqual([5, 1, 5]);
    const own = entries.filter(({ kind, object: id, action }) => kind === 'userstory' && id === object && action === 'change');
    const added = own.map(({ diff }) => (diff.attachments?.[1] as unknown[]).length - (diff.attachments?.[0] as unknown[]).length);
    expect(added.reduce((sum, count) => sum + count, 0)).toBe(5);
  });

  it('have an entry of what is said of a file, not of its name or its place', async () => {
    const { id: object } = await add('/userstories', { project, subject: 'Described' });
    const { id } = await uploaded('text', 'first.txt', object);
    const made = () => entries.filter((entry) => entry.object === object && entry.diff.attachments).length;
    const before = made();
    for (const [values, expected] of [
      [{ name: 'second.txt' }, 0],
      [{ order: 9 }, 0],
      [{ description: 'The text' }, 1],
      [{ is_deprecated: true }, 2],
    ] as const) {
      await here.send('PATCH', `${path}/${id}`, values, alice);
      expect([values, made() - before]).toEqual([values, expected]);
    }
  });

  it.each(['userstories', 'tasks', 'issues', 'epics'])('of the kind %s take their files along into another project', async (kind) => {
    const element = await add(`/${kind}`, { project, subject: 'Moving' });
    const form = new FormData();
    form.set('attached_file', new Blob(['luggage']), 'luggage.txt');
    form.set('project', String(project));
    form.set('object_id', String(element.id));
    const headers = { authorization: `Bearer ${alice.token}` };
    await fetch(`${originOf(here)}/api/v1/${kind}/attachments`, { method: 'POST', body: form, headers });
    const elsewhere = await add('/projects', { name: `Elsewhere of ${kind}`, description: 'x' });
    await here.send('PATCH', `/${kind}/${element.id}`, { project: elsewhere.id, version: 1 }, alice);
    const listed = async (where: number) =>
      (await here.send<Attachment[]>('GET', `/${kind}/attachments?project=${where}&object_id=${element.id}`, undefined, alice)).body;
    expect([await listed(project), await listed(elsewhere.id)]).toMatchObject([[], [{ name: 'luggage.txt', project: elsewhere.id }]]);
  });

  it('take copies of their files along when they become stories', async () => {
    const task = await add('/tasks', { project, subject: 'Grows' });
    const form = new FormData();
    for (const [name, value] of Object.entries({ project, object_id: task.id })) form.set(name, String(value));
    form.set('attached_file', new Blob(['content']), 'plan.txt');
    await fetch(`${originOf(here)}/api/v1/tasks/attachments`, {
      method: 'POST',
      body: form,
      headers: { authorization: `Bearer ${alice.token}` },
    });
    const { body } = await here.send<number[]>('POST', `/tasks/${task.id}/promote_to_user_story`, { project_id: project }, alice);
    const { body: made } = await here.send<{ id: number; total_attachments: number }>(
      'GET',
      `/userstories/by_ref?ref=${body[0]}&project=${project}`,
      undefined,
      alice,
    );
    const [copy] = await list(made.id);
    expect(made.total_attachments).toBe(1);
    expect(await (await media(copy?.attached_file ?? '')).text()).toBe('content');
  });

  it('show the present address of a file in their texts, but not that of another project', async () => {
    const { id, attached_file } = await uploaded('x', 'x.txt');
    const { id: elsewhere } = await add('/projects', { name: 'Elsewhere', description: 'x' });
    const text = { description: `![x](http://old/#_taiga-refresh=userstory:${id})` };
    const html = async (where: number) =>
      String(
        ((await add('/userstories', { project: where, subject: 'Text', ...text })) as unknown as Record<string, unknown>).description_html,
      );
    expect(await html(project)).toContain(attached_file);
    expect(await html(elsewhere)).not.toContain(attached_file);
  });
});
