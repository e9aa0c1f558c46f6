import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '../support/cluster';
import { KillableServer } from '../support/faults/killable';
import { rounds } from '../support/repetitions';

type Body = Record<string, unknown>;

interface Job {
  state: string;
  progress: { step: string; done: number };
  result: { project: number; url: string } | null;
}

const stories = 800;
const content = Buffer.from('a file of a story').toString('base64');

/** A dump that takes some seconds to import. */
const dump = JSON.stringify({
  ...{ name: 'Cargo', slug: 'cargo', description: 'x', is_private: true },
  roles: [{ name: 'Dev', slug: 'dev', computable: true, permissions: ['view_project'] }],
  us_statuses: [{ name: 'New' }],
  user_stories: Array.from({ length: stories }, (_, index) => ({
    ...{ ref: index + 1, subject: `Story ${index}`, description: 'see #1 and #2' },
    attachments: index % 50 === 0 ? [{ attached_file: { name: 'a.txt', data: content } }] : [],
    history: [{ user: [], type: 2, created_at: '2024-01-01T00:00:00+0000', snapshot: { subject: 'x' }, is_snapshot: true }],
  })),
});

describe('an embedded server that is killed in the middle of an import', () => {
  let server: KillableServer;
  let admin: { token: string };

  const jobOf = async (id: string) => (await server.send<Job>('GET', `/importer/jobs/${id}`, undefined, admin)).body;
  const projects = async () => (await server.send<Body[]>('GET', '/projects', undefined, admin)).body;

  beforeAll(async () => {
    server = await KillableServer.make({ LARCH_THROTTLE_IMPORT_DUMP_MODE: 'none', LARCH_TASK_QUEUE: 'on' });
    admin = await server.admin();
  }, 90_000);
  afterAll(() => server?.remove());

  it.each(rounds)(
    'shows no half of a project, and brings the import to its end, once (round %i)',
    async () => {
      const before = (await projects()).length;
      const form = new FormData();
      form.set('dump', new Blob([dump], { type: 'application/json' }), 'dump.json');
      const headers = { authorization: `Bearer ${admin.token}` };
      const answer = await fetch(`${server.origin}/api/v1/importer/load_dump`, { method: 'POST', headers, body: form });
      expect(answer.status).toBe(202);
      const { import_id: id } = (await answer.json()) as { import_id: string };
      // The progress is kept now and then: the stories themselves show that the work is under way.
      await eventually(
        () => server.send<Body[]>('GET', '/userstories?page_size=1', undefined, admin),
        ({ body }) => body.length > 0,
        60_000,
      );
      expect(await projects()).toHaveLength(before);
      await server.end();
      await server.start();
      expect(await projects()).toHaveLength(before);

      const job = await eventually(
        () => jobOf(id),
        ({ state }) => state === 'done' || state === 'failed',
        200_000,
      );
      expect(job).toMatchObject({ state: 'done' });
      const project = job.result?.project ?? 0;
      const found = await projects();
      expect(found).toHaveLength(before + 1);
      const list = await fetch(`${server.origin}/api/v1/userstories?project=${project}&page_size=1`, { headers });
      expect(list.headers.get('x-pagination-count')).toBe(String(stories));
      const all = await fetch(`${server.origin}/api/v1/userstories?page_size=1`, { headers });
      expect(all.headers.get('x-pagination-count')).toBe(String(stories));
      expect(readdirSync(join(server.folder, 'media'))).not.toContain('imports');
      expect((await server.send('DELETE', `/projects/${project}`, undefined, admin)).status).toBe(204);
    },
    300_000,
  );
});
