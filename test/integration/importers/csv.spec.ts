import { allServices } from '../../support/all-services';
import { eventually } from '../../support/cluster';
import { originOf, startInstallation, type Installation, type Person } from '../../support/installation';

type Json = Record<string, unknown>;

interface Upload {
  id: string;
  columns: string[];
  rows: number;
  sample: string[][];
  attributes: string[];
  mapping: Record<string, string>;
}
interface Problem {
  line: number;
  errors: Record<string, unknown>;
}
interface Job {
  state: string;
  result: { created: number; refs: [number, number][] } | null;
  error: { errors: Problem[] } | null;
}
interface Story {
  id: number;
  ref: number;
  subject: string;
  description: string;
  tags: [string, string | null][];
  status: number;
  assigned_to: number | null;
  milestone: number | null;
  total_points: number | null;
  backlog_order: number;
  due_date: string | null;
}

let here: Installation;
let alice: Person;
let bob: Person;
let project: number;

const ask = async <Body = Record<string, unknown>>(method: string, path: string, body?: unknown, as = alice) =>
  here.send<Body>(method, path, body, as);

beforeAll(async () => {
  here = await startInstallation(allServices());
  alice = await here.register('alice');
  bob = await here.register('bob');
  project = (await ask<{ id: number }>('POST', '/projects', { name: 'Harbour', description: 'd', is_private: true })).body.id;
}, 60_000);
afterAll(() => here.stop());

async function upload(content: string | Uint8Array<ArrayBuffer>, values: Record<string, string> = {}, as = alice) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ project: String(project), kind: 'userstories', ...values })) form.set(name, value);
  form.set('file', new Blob([content]), 'table.csv');
  const headers = { authorization: `Bearer ${as.token}` };
  const answer = await fetch(`${originOf(here)}/api/v1/importers/csv`, { method: 'POST', headers, body: form });
  return { status: answer.status, body: (await answer.json()) as Upload };
}

async function ended(id: string): Promise<Job> {
  for (let attempt = 0; attempt < 600; attempt++) {
    const { body } = await ask<Job>('GET', `/importer/jobs/${id}`);
    if (['done', 'failed'].includes(body.state)) return body;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`The job ${id} didn't end`);
}

async function imported(content: string, values: Record<string, string> = {}): Promise<Job> {
  const { body } = await upload(content, values);
  const started = await ask<{ job: string }>('POST', `/importers/csv/${body.id}/import`, { mapping: body.mapping });
  expect(started.status).toBe(202);
  return ended(started.body.job);
}

const stories = async () => (await ask<Story[]>('GET', `/userstories?project=${project}&page_size=1000&order_by=backlog_order`)).body;

describe('a table of user stories', () => {
  it('is uploaded, mapped, tried and imported as a bulk creation', async () => {
    const sprint = { project, name: 'Spring tide', estimated_start: '2030-01-01', estimated_finish: '2030-01-15' };
    const milestone = (await ask<{ id: number }>('POST', '/milestones', sprint)).body.id;
    const table = [
      'Title;Status;Assignee;Sprint;Labels;Due;back-points;Remarks',
      'Build the quay;in progress;alice;Spring tide;"Stone, water";2030-01-10;3;x',
      '"Paint\nthe crane";;ALICE TESTER;;;;1/2;',
      ';;;;;;;',
      "'=HYPERLINK(1);;;;;;;",
    ].join('\r\n');
    const { status, body } = await upload(table);
    expect(status).toBe(201);
    expect(body).toMatchObject({ rows: 4, columns: ['Title', 'Status', 'Assignee', 'Sprint', 'Labels', 'Due', 'back-points', 'Remarks'] });
    expect(body.mapping).toEqual({
      ...{ Title: 'subject', Status: 'status', Assignee: 'assigned_to', Sprint: 'milestone', Labels: 'tags', Due: 'due_date' },
      'back-points': 'points.back',
    });
    const mapping = { mapping: body.mapping };
    const tried = await ask('POST', `/importers/csv/${body.id}/dry_run`, mapping);
    expect(tried.body).toEqual({ rows: 4, errors: [{ line: 5, errors: { subject: ['This field is required.'] } }] });
    expect(await stories()).toEqual([]);

    const good = await imported(table.replace(';;;;;;;\r\n', ''));
    expect(good).toMatchObject({ state: 'done', result: { created: 3 } });
    const [quay, crane, link] = await stories();
    expect(quay).toMatchObject({ subject: 'Build the quay', assigned_to: alice.id, milestone, due_date: '2030-01-10', total_points: 3 });
    expect(quay?.tags.map(([name]) => name)).toEqual(['stone', 'water']);
    expect(crane).toMatchObject({ subject: 'Paint\nthe crane', assigned_to: alice.id, milestone: null, total_points: 0.5 });
    expect(link?.subject).toBe('=HYPERLINK(1)');
    expect(good.result?.refs).toEqual([[quay?.ref, link?.ref]]);
    const history = await ask<object[]>('GET', `/history/userstory/${quay?.id ?? 0}`);
    expect(history.status).toBe(200);
    const timeline = await ask<{ event_type: string }[]>('GET', `/timeline/project/${project}`);
    expect(timeline.body.filter(({ event_type }) => event_type === 'userstories.userstory.create')).toHaveLength(3);
  });

  it('makes nothing when a row is wrong, and says which and why', async () => {
    const before = (await stories()).length;
    const rows = [
      'subject,status,assigned_to,milestone,due_date,swimlane',
      'Good,,,,,',
      'Bad,Unheard,nobody,Never,,',
      'Late,,,,tomorrow,',
      ',New,,,,',
    ];
    const { state, error } = await imported(rows.join('\n'));
    expect(state).toBe('failed');
    expect(error?.errors.map(({ line, errors }) => [line, Object.keys(errors).sort()])).toEqual([
      [3, ['assigned_to', 'milestone', 'status']],
      [4, ['due_date']],
      [5, ['subject']],
    ]);
    expect(await stories()).toHaveLength(before);
  });

  it('comes back from an export as it was', async () => {
    const { body } = await ask<{ uuid: string }>('POST', `/projects/${project}/regenerate_userstories_csv_uuid`);
    const text = await (await fetch(`${originOf(here)}/api/v1/userstories/csv?uuid=${body.uuid}`)).text();
    const before = await stories();
    expect((await imported(text)).result?.created).toBe(before.length);
    const facts = ({ subject, status, assigned_to, milestone, tags, due_date, total_points }: Story) =>
      JSON.stringify([subject, status, assigned_to, milestone, tags, due_date, total_points]);
    const after = (await stories()).slice(before.length);
    expect(after.map(facts).sort()).toEqual(before.map(facts).sort());
  });

  it('of thousands of rows is made in order, with few calls, and no row twice when the job begins anew', async () => {
    const many = 2_500;
    const other = (await ask<{ id: number }>('POST', '/projects', { name: 'Long', description: 'd' })).body.id;
    const table = ['subject,tags', ...Array.from({ length: many }, (_, index) => `Card ${index},t${index % 7}`)].join('\n');
    const { body } = await upload(table, { project: String(other) });
    const rows = Array.from({ length: 150 }, (_, index) => ({
      line: index + 2,
      body: { subject: `Card ${index}`, tags: [`t${index % 7}`] },
    }));
    const attempt = { source: body.id, project: other, user: { id: alice.id, isSuperuser: false }, language: 'en', rows, check: false };
    const first = await here.node.call('backlog.makeStories', attempt);
    expect(await here.node.call('backlog.makeStories', attempt)).toEqual(first);
    const { job } = (await ask<{ job: string }>('POST', `/importers/csv/${body.id}/import`, { mapping: body.mapping })).body;
    expect((await ended(job)).result).toMatchObject({ created: many });
    const found = await here.node.store.collection<{ id: number; subject: string; ref: number }>('userstories').find({
      filter: { project: other },
      sort: ['backlog_order', 'ref'],
      fields: ['subject', 'ref'],
    });
    expect(found.map(({ subject }) => subject)).toEqual(Array.from({ length: many }, (_, index) => `Card ${index}`));
    expect(new Set(found.map(({ ref }) => ref)).size).toBe(many);
  }, 60_000);
});

describe('a table with custom attributes and people', () => {
  const attributes: [name: string, type: string, extra?: string[]][] = [
    ['Berth', 'text'],
    ['Draught', 'number'],
    ['Insured', 'checkbox'],
    ['Sails', 'date'],
    ['Cargo', 'dropdown', ['Coal', 'Grain']],
  ];
  let other: number;
  const ids = new Map<string, number>();

  beforeAll(async () => {
    const made = await ask<{ id: number; roles: { id: number }[] }>('POST', '/projects', { name: 'Ships', description: 'd' });
    other = made.body.id;
    for (const [name, type, extra] of attributes) {
      const { body } = await ask<{ id: number }>('POST', '/userstory-custom-attributes', { project: other, name, type, extra });
      ids.set(name, body.id);
    }
    await ask('POST', '/memberships', { project: other, role: made.body.roles[0]?.id, username: bob.email });
  });

  it('fills them as a person would, and tells its end by mail', async () => {
    const table = [
      'Subject;Assignees;Followers;berth;Draught;Insured;Sails;Cargo',
      'Aurora;alice, bob;bob;7;3,5;yes;2030-01-10;grain',
      'Bounty;;;;;no;;',
    ].join('\n');
    const { body } = await upload(table, { project: String(other) });
    expect(body.attributes).toEqual(expect.arrayContaining(['watchers', 'assigned_users', 'custom.Berth', 'custom.Cargo']));
    expect(body.mapping).toEqual({
      ...{ Subject: 'subject', Assignees: 'assigned_users', Followers: 'watchers', berth: 'custom.Berth', Draught: 'custom.Draught' },
      ...{ Insured: 'custom.Insured', Sails: 'custom.Sails', Cargo: 'custom.Cargo' },
    });
    const { body: started } = await ask<{ job: string }>('POST', `/importers/csv/${body.id}/import`, { mapping: body.mapping });
    expect(await ended(started.job)).toMatchObject({ state: 'done', result: { created: 2 } });
    const { body: ships } = await ask<Json[]>('GET', `/userstories?project=${other}&order_by=ref`);
    expect(ships[0]).toMatchObject({ watchers: [bob.id], assigned_users: expect.arrayContaining([alice.id, bob.id]) });
    const values = async (index: number) =>
      (await ask<Json>('GET', `/userstories/custom-attributes-values/${String(ships[index]?.id)}`)).body;
    const id = (name: string) => String(ids.get(name));
    const aurora = { [id('Berth')]: '7', [id('Draught')]: 3.5, [id('Insured')]: true, [id('Sails')]: '2030-01-10', [id('Cargo')]: 'Grain' };
    expect(await values(0)).toMatchObject({ attributes_values: aurora, version: 1 });
    expect((await values(1)).attributes_values).toEqual({ [id('Insured')]: false });
    const mail = await eventually(
      () => Promise.resolve(here.mails.find((one) => one.name === 'table_done' && one.values.project === 'Ships')),
      (found) => found !== undefined,
    );
    expect(mail).toMatchObject({ to: alice.email, values: { project: 'Ships', created: 2 } });
  });

  it('is refused for values that the attributes cannot have, and says so by mail', async () => {
    const table = ['subject,Draught,Insured,Sails,Cargo,Followers', 'Argo,deep,perhaps,tomorrow,Gold,"bob, nobody"'].join('\n');
    const { error } = await imported(table, { project: String(other) });
    expect(error?.errors).toEqual([
      {
        line: 2,
        errors: {
          'custom.Draught': ["'deep' is not a number."],
          'custom.Insured': ["'perhaps' is neither yes nor no."],
          'custom.Sails': [expect.stringContaining('Date has wrong format')],
          'custom.Cargo': ["There is no choice 'Gold'."],
          watchers: ["There is no member 'nobody'."],
        },
      },
    ]);
    const mail = await eventually(
      () => Promise.resolve(here.mails.find((one) => one.name === 'table_failed' && one.values.project === 'Ships')),
      (found) => found !== undefined,
    );
    expect(mail?.to).toBe(alice.email);
    expect(await stories()).not.toContainEqual(expect.objectContaining({ subject: 'Argo' }));
  });

  it('comes back from an export as it was', async () => {
    const { body } = await ask<{ uuid: string }>('POST', `/projects/${other}/regenerate_userstories_csv_uuid`);
    const text = await (await fetch(`${originOf(here)}/api/v1/userstories/csv?uuid=${body.uuid}`)).text();
    const exported = await upload(text, { project: String(other) });
    // The exports have ids of people in it, who may be others elsewhere.
    expect(exported.body.mapping).not.toHaveProperty('watchers');
    expect(await imported(text, { project: String(other) })).toMatchObject({ state: 'done', result: { created: 2 } });
    const { body: again } = await ask<{ uuid: string }>('POST', `/projects/${other}/regenerate_userstories_csv_uuid`);
    const rows = (await (await fetch(`${originOf(here)}/api/v1/userstories/csv?uuid=${again.uuid}`)).text()).trim().split('\r\n');
    const tail = (row: string | undefined) => row?.split(',').slice(-attributes.length);
    expect(rows).toHaveLength(5);
    expect([tail(rows[3]), tail(rows[4])].sort()).toEqual([tail(rows[1]), tail(rows[2])].sort());
  });

  it('costs the same whatever its length', async () => {
    const context = { project: other, user: { id: alice.id, isSuperuser: false }, language: 'en', check: false };
    const cost = async (source: string, count: number) => {
      const rows = Array.from({ length: count }, (_, index) => ({
        line: index + 2,
        body: { subject: `Row ${index}`, assigned_to: alice.id, watchers: [bob.id], assigned_users: [alice.id, bob.id], tags: ['a'] },
        custom_values: { [String(ids.get('Berth'))]: '1' },
      }));
      await here.node.call('backlog.makeStories', { ...context, source: `${source}-warm`, rows: rows.slice(0, 1) });
      const { operations, calls } = await here.costs(() => here.node.call('backlog.makeStories', { ...context, source, rows }));
      // What follows from changes, as notices, follows meanwhile.
      return [...operations, ...calls].filter((one) => /^(userstories\.(find|insert)|projects\.|auth\.|users\.)/.test(one)).sort();
    };
    expect(await cost('long', 180)).toEqual(await cost('short', 10));
  });
});

describe('a table of issues', () => {
  it('becomes issues of the named types', async () => {
    const { result } = await imported('Summary,Type,Priority,Severity\nLeak,bug,high,CRITICAL\n', { kind: 'issues' });
    expect(result?.created).toBe(1);
    const settings = (await ask<Record<string, { id: number; name: string }[]>>('GET', `/projects/${project}`)).body;
    const [issue] = (await ask<Record<string, unknown>[]>('GET', `/issues?project=${project}`)).body;
    const nameOf = (kind: string, id: unknown) => settings[kind]?.find((one) => one.id === id)?.name;
    expect(issue?.subject).toBe('Leak');
    expect([nameOf('issue_types', issue?.type), nameOf('priorities', issue?.priority), nameOf('severities', issue?.severity)]).toEqual([
      'Bug',
      'High',
      'Critical',
    ]);
  });
});

describe('an uploaded table', () => {
  it('belongs to who uploaded it and is imported once', async () => {
    const { body } = await upload('subject\nOnce\n');
    const mapping = { mapping: body.mapping };
    for (const [method, path] of [
      ['POST', '/dry_run'],
      ['POST', '/import'],
      ['DELETE', ''],
    ] as const) {
      expect((await ask(method, `/importers/csv/${body.id}${path}`, mapping, bob)).status).toBe(404);
      expect((await here.send(method, `/importers/csv/${body.id}${path}`, mapping)).status).toBe(401);
    }
    const answers = await Promise.all([1, 2, 3].map(() => ask('POST', `/importers/csv/${body.id}/import`, mapping)));
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(1);
    await ended(body.id);
    expect((await stories()).filter(({ subject }) => subject === 'Once')).toHaveLength(1);
    expect((await ask('GET', `/importer/jobs/${body.id}`, undefined, bob)).status).toBe(404);
  });

  it('is refused to who may not make such elements, also when the right was lost since', async () => {
    expect((await upload('subject\nx\n', {}, bob)).status).toBe(403);
    const role = (
      await ask<{ id: number }>('POST', '/roles', { project, name: 'Writers', permissions: ['view_project', 'view_us', 'add_us'] })
    ).body.id;
    const { body: member } = await ask<{ id: number }>('POST', '/memberships', { project, role, username: bob.email });
    const { status, body } = await upload('subject\nBy Bob\n', {}, bob);
    expect(status).toBe(201);
    expect((await upload('subject\nx\n', { kind: 'issues' }, bob)).status).toBe(403);
    expect((await ask('DELETE', `/memberships/${member.id}`)).status).toBe(204);
    expect((await ask('POST', `/importers/csv/${body.id}/import`, { mapping: body.mapping }, bob)).status).toBe(403);
    expect((await stories()).filter(({ subject }) => subject === 'By Bob')).toEqual([]);
  });

  it('is gone when it was discarded', async () => {
    const { body } = await upload('subject\nx\n');
    const kept = await here.node.store.collection<{ id: string; path: string }>('csv_uploads').findById(body.id);
    expect((await ask('DELETE', `/importers/csv/${body.id}`)).status).toBe(204);
    expect((await ask('POST', `/importers/csv/${body.id}/import`, { mapping: body.mapping })).status).toBe(404);
    expect(await here.node.files.get(kept?.path ?? '')).toBeNull();
  });

  it.each<[string, string | Uint8Array<ArrayBuffer>, Record<string, string>, string]>([
    ['nothing', '', {}, 'file'],
    ['no names of columns', ',\n1,2', {}, 'file'],
    ['equal names of columns', 'a,a\n1,2', {}, 'file'],
    ['an open quote', 'subject\n"x', {}, 'file'],
    ['bytes that are no text', new Uint8Array([0x50, 0x4b, 0, 0]), {}, 'file'],
    ['too many rows', `subject\n${'x\n'.repeat(10_001)}`, {}, 'file'],
    ['too many columns', Array.from({ length: 101 }, (_, index) => `c${index}`).join(), {}, 'file'],
    ['another kind', 'subject\nx', { kind: 'wiki' }, 'kind'],
    ['an unknown project', 'subject\nx', { project: '999999' }, 'project'],
    ['no id of a project', 'subject\nx', { project: 'x' }, 'project'],
  ])('with %s is refused', async (_what, content, values, field) => {
    const { status, body } = await upload(content, values);
    expect([status, Object.keys(body)]).toEqual([400, [field]]);
  });

  it.each<[unknown]>([
    [null],
    ['subject'],
    [{}],
    [{ a: 'subject', b: 'subject' }],
    [{ a: 'id' }],
    [{ c: 'subject' }],
    [{ a: { $ne: 1 } }],
    [{ constructor: 'subject' }],
  ])('is not imported by the mapping %j', async (mapping) => {
    const { body } = await upload('a,b\n1,2');
    const { status, body: refusal } = await ask('POST', `/importers/csv/${body.id}/import`, { mapping });
    expect([status, Object.keys(refusal)]).toEqual([400, ['mapping']]);
  });
});
