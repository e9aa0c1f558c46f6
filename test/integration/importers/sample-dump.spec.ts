import { readFileSync } from 'node:fs';
import { besideProject } from '../../support/interface-tables';
import { Carrier, newcomer } from '../../support/transfers/carrier';
import { comparable, differences } from '../../support/transfers/comparison';
import { startTransfers, type Body, type Transfers } from './support';

jest.setTimeout(120_000);

type Values = Record<string, unknown>;

/** The sections of the sample that read otherwise after a journey, as they must read, each for a reason of its own. */
const changedSections: Readonly<Record<string, (section: Values[]) => unknown[]>> = {
  memberships: (memberships) => [
    // Who invited has no account here.
    ...memberships.map((membership) => ({ ...membership, invited_by: null })),
    // The owner is an administrator and member, in the first role, whether the dump says so or not.
    expect.objectContaining({ user: 'olga@example.com', role: 'UX', is_admin: true }),
  ],
  // The sample's timeline doesn't reach back to the project's beginning, with which each timeline begins here.
  timeline: (entries) => [
    ...entries,
    expect.objectContaining({ event_type: 'projects.project.create', created: '2026-11-21T02:03:38+0000' }),
  ],
};

const place = besideProject('spec', 'data', 'sample-dump.json');
const described = place === null ? describe.skip : describe;

described('a dump that Taiga wrote', () => {
  let transfers: Transfers;
  let carrier: Carrier;
  let mark: number;
  let project: Values & { id: number };

  const ask = <Result = Values & { id: number }>(path: string) => carrier.done<Result>('GET', path);

  beforeAll(async () => {
    transfers = await startTransfers();
    const { origin } = transfers.carrier;
    carrier = new Carrier(origin, await newcomer(origin, 'olga'));
    mark = (await newcomer(origin, 'mark')).id;
    const { status, body } = await carrier.load(readFileSync(String(place)));
    expect([status, body.error]).toEqual([201, undefined]);
    project = await ask('/projects/by_slug?slug=team');
  });
  afterAll(() => transfers.here.stop());

  it('is the same when it leaves again, section by section', async () => {
    const sample = comparable(JSON.parse(readFileSync(String(place), 'utf8')) as Body, Object.keys(differences));
    const again = comparable(await carrier.dump(project.id), Object.keys(differences));
    expect(Object.keys(again).sort()).toEqual(Object.keys(sample).sort());
    for (const [name, section] of Object.entries(sample)) {
      const expected = changedSections[name]?.(section as Values[]) ?? section;
      expect([name, again[name]]).toEqual([name, expected]);
    }
  });

  it('is a project that is there with its people, settings and defaults', async () => {
    expect(project).toMatchObject({ name: 'Team', slug: 'team', is_private: true, is_epics_activated: true, i_am_owner: true });
    expect(project).toMatchObject({ created_date: '2026-11-21T02:03:38Z', tags_colors: { red: '#ff0000' } });
    const names = (list: string) => (project[list] as { id: number; name: string }[]).map(({ name }) => name);
    expect([names('points'), names('us_statuses')]).toEqual([
      ['?', '0', '1/2', '1', '2', '3'],
      ['New', 'Archived'],
    ]);
    const status = (project.us_statuses as { id: number; name: string }[]).find(({ name }) => name === 'New');
    expect(project.default_us_status).toBe(status?.id);
    expect((project.members as { username: string }[]).map(({ username }) => username).sort()).toEqual(['mark', 'olga']);
  });

  it('reads back over the API: a story with all that belongs to it', async () => {
    const story = await ask<Values & { id: number }>(`/userstories/by_ref?project=${project.id}&ref=1`);
    const here = {
      subject: 'A story',
      version: 3,
      assigned_to: mark,
      milestone_name: 'Sprint',
      total_points: 2,
      tags: [['red', '#ff0000']],
    };
    expect(story).toMatchObject({ ...here, watchers: [mark], modified_date: '2026-11-21T02:03:46Z', description_html: '<p>text</p>' });
    const { attributes_values: values } = await ask<{ attributes_values: Values }>(`/userstories/custom-attributes-values/${story.id}`);
    expect(Object.values(values)).toEqual(['here']);
    const [file] = await ask<{ url: string; sha1: string }[]>(`/userstories/attachments?project=${project.id}&object_id=${story.id}`);
    const content = await fetch(String(file?.url).replace(/^https?:\/\/[^/]+/, carrier.origin));
    expect([await content.text(), file?.sha1]).toEqual(['hello', 'aaf4c61ddcc5e8a2dabede0f3b482cd9aea9434d']);
    const history = await ask<{ created_at: string; user: Values }[]>(`/history/userstory/${story.id}`);
    expect(history.map(({ user }) => user.username)).toContain('olga');
  });

  it('reads back over the API: what belongs to what', async () => {
    const story = await ask<{ id: number; epics: Values[] }>(`/userstories/by_ref?project=${project.id}&ref=1`);
    const task = await ask(`/tasks/by_ref?project=${project.id}&ref=2`);
    const issue = await ask<Values & { id: number }>(`/issues/by_ref?project=${project.id}&ref=3`);
    expect(story.epics).toMatchObject([{ ref: 4, subject: 'An epic', color: '#123456' }]);
    expect(task).toMatchObject({ user_story: story.id, milestone_slug: 'sprint' });
    expect(issue).toMatchObject({ total_voters: 1, subject: 'An issue' });
    expect(await ask<Values[]>(`/issues/${issue.id}/voters`)).toMatchObject([{ id: mark }]);
    expect(await ask<Values[]>(`/wiki?project=${project.id}`)).toMatchObject([{ slug: 'a-link' }, { slug: 'home', content: 'x' }]);
    expect(await ask<Values[]>(`/milestones?project=${project.id}`)).toMatchObject([{ name: 'Sprint', estimated_finish: '2026-01-14' }]);
  });

  it('goes on where it ended: new elements take refs behind its highest', async () => {
    const { ref } = await carrier.add('/issues', { project: project.id, subject: 'Next' });
    expect(ref).toBeGreaterThan(4);
  });
});
