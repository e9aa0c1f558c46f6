import { createVerify, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { oauth1BaseText } from '../../../lib/oauth1';
import { oauthFields, startStub, type Stub, type StubAnswer, type StubRequest } from './stub';

const keys = generateKeyPairSync('rsa', { modulusLength: 1024 });

/** The private key whose other half the stub knows. */
export const jiraKey = keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
export const jiraToken = 'granted.hidden';

const person = (key: string, name: string) => ({ key, name: key, displayName: name });
const ann = person('ann-j', 'Ann');
const bob = person('bob-j', 'Bob');
const carl = person('carl-j', 'Carl');

const types = {
  story: { id: '1', name: 'Story', subtask: false },
  subtask: { id: '2', name: 'Sub-task', subtask: true },
  epic: { id: '3', name: 'Epic', subtask: false },
  bug: { id: '4', name: 'Bug', subtask: false },
};
const open = { id: '100', name: 'Open' };
const doing = { id: '101', name: 'Doing' };
const done = { id: '102', name: 'Done' };

const custom = (id: string, name: string, type: string, of: string) => ({
  id,
  name,
  custom: true,
  schema: { type, custom: `com.atlassian.jira.plugin.system.customfieldtypes:${of}` },
});
const fields = [
  { id: 'summary', name: 'Summary', custom: false, schema: { type: 'string' } },
  custom('customfield_1', 'Story Points', 'number', 'float'),
  custom('customfield_2', 'Sprint', 'array', 'gh-sprint'),
  custom('customfield_3', 'Epic Link', 'any', 'gh-epic-link'),
  custom('customfield_4', 'Epic Color', 'string', 'gh-epic-color'),
  custom('customfield_5', 'Rank', 'any', 'gh-lexo-rank'),
  custom('customfield_6', 'Customer', 'option', 'select'),
  custom('customfield_7', 'Notes', 'string', 'textarea'),
  custom('customfield_8', 'Shown on', 'datetime', 'datetime'),
  custom('customfield_9', 'Never used', 'string', 'textfield'),
];

const at = (day: number) => `2024-01-${String(day).padStart(2, '0')}T10:00:00.000+0000`;

const issue = (key: string, issuetype: (typeof types)[keyof typeof types], summary: string, more: object = {}) => ({
  id: key,
  key,
  fields: { summary, description: null, issuetype, status: open, labels: [], creator: carl, created: at(1), updated: at(9), ...more },
  changelog: { histories: [] as object[] },
});

const sprints = [
  { id: 31, name: 'Sprint 1', state: 'closed', startDate: at(2), endDate: at(16) },
  { id: 32, name: 'Sprint 2', state: 'active', startDate: at(16), endDate: at(30) },
  { id: 33, name: 'Sprint 3', state: 'future' },
];

/** 51 of each page are enough for several: the first has everything. */
const stories = [
  issue('ROCKET-3', types.story, 'Fly', {
    description: 'h1. Up',
    status: doing,
    labels: ['Fast', 'far'],
    assignee: bob,
    creator: ann,
    duedate: '2024-02-01',
    priority: { name: 'High' },
    components: [{ name: 'Engine' }, { name: 'Wings' }],
    fixVersions: [{ name: '1.0' }],
    environment: 'Space',
    customfield_1: 5,
    customfield_3: 'ROCKET-1',
    customfield_6: { value: 'ACME' },
    customfield_7: 'Several\nlines',
    customfield_8: '2024-03-01T12:00:00.000+0000',
    issuelinks: [{ type: { inward: 'is blocked by', outward: 'blocks' }, outwardIssue: { key: 'ROCKET-4', fields: { summary: 'Crash' } } }],
    sprint: { id: 32, name: 'Sprint 2' },
    closedSprints: [{ id: 31 }],
    epic: { id: 1, key: 'ROCKET-1' },
  }),
  ...Array.from({ length: 120 }, (_, index) =>
    issue(`ROCKET-${index + 10}`, types.story, `Story ${index + 10}`, { customfield_1: index === 0 ? 0.5 : null }),
  ),
];
const change = (day: number, author: typeof ann, item: object) => ({ author, created: at(day), items: [item] });
stories[0]!.changelog.histories = [
  change(2, carl, { field: 'summary', fromString: 'Go', toString: 'Fly' }),
  change(3, bob, { field: 'status', from: '100', fromString: 'Open', to: '101', toString: 'Doing' }),
  change(4, ann, { field: 'assignee', from: null, fromString: null, to: 'bob-j', toString: 'Bob' }),
  change(5, ann, { field: 'labels', fromString: 'fast', toString: 'fast far' }),
  change(6, ann, { field: 'Story Points', fromString: null, toString: '5' }),
  change(7, ann, { field: 'Sprint', from: '31', fromString: 'Sprint 1', to: '31, 32', toString: 'Sprint 1, Sprint 2' }),
  change(8, ann, { field: 'priority', from: '1', fromString: 'Low', to: '2', toString: 'High' }),
  change(8, ann, { field: 'Attachment', from: null, fromString: null, to: '900', toString: 'map.txt' }),
  change(8, ann, { field: 'Workflow', fromString: 'a', toString: 'b' }),
];

const epics = [issue('ROCKET-1', types.epic, 'Space', { customfield_4: 'ghx-label-4', creator: ann })];
const bugs = [issue('ROCKET-4', types.bug, 'Crash', { status: done, resolution: { name: 'Fixed' }, resolutiondate: at(8) })];
const subtasks = [
  issue('ROCKET-5', types.subtask, 'Fuel', { parent: { key: 'ROCKET-3' }, assignee: ann }),
  issue('ROCKET-6', types.subtask, 'Lonely', { parent: { key: 'ROCKET-4' } }),
];
const byType: Record<string, ReturnType<typeof issue>[]> = { '1': stories, '2': subtasks, '3': epics, '4': bugs };
/** Of another project on the same board, with a number that is taken. */
const foreign = issue('OTHER-3', types.story, 'Foreign');

const comments = [
  { author: ann, body: 'Nice', created: at(5) },
  { author: carl, body: 'Indeed', created: at(6) },
];

function counted(items: readonly object[], name: string, { query }: StubRequest, mostPerPage = 50): StubAnswer {
  const startAt = Number(query.get('startAt') ?? 0);
  const maxResults = Math.min(Number(query.get('maxResults') ?? 50), mostPerPage);
  return { body: { startAt, maxResults, total: items.length, [name]: items.slice(startAt, startAt + maxResults) } };
}

function valuesOf(items: readonly object[], { query }: StubRequest): StubAnswer {
  const startAt = Number(query.get('startAt') ?? 0);
  const values = items.slice(startAt, startAt + 2);
  return { body: { startAt, maxResults: 2, isLast: startAt + 2 >= items.length, values } };
}

/** A Jira server before version 8.6 with Jira Software: the project ROCKET (10000) and the board 7 of it. */
export async function startJira(): Promise<Stub> {
  let origin = '';
  const api = (rest: string) => new RegExp(`^/rest/api/2${rest}$`);
  const agile = (rest: string) => new RegExp(`^/rest/agile/1\\.0${rest}$`);
  const withFiles = (one: ReturnType<typeof issue>) =>
    one.key === 'ROCKET-3'
      ? {
          ...one,
          fields: {
            ...one.fields,
            attachment: [{ filename: 'map.txt', author: ann, created: at(8), size: 9, content: `${origin}/secure/attachment/900/map.txt` }],
          },
        }
      : one;
  const project = { id: '10000', key: 'ROCKET', name: 'Rocket', description: 'Up', issueTypes: Object.values(types) };
  const boards = [
    { id: 7, name: 'Rocket board', type: 'scrum' },
    { id: 8, name: 'A board', type: 'kanban' },
    { id: 9, name: 'Zoo', type: 'scrum' },
  ];
  const stub = await startStub(
    [
      ['POST', /^\/plugins\/servlet\/oauth\/request-token$/, () => ({ body: 'oauth_token=asked&oauth_token_secret=hush' })],
      [
        'POST',
        /^\/plugins\/servlet\/oauth\/access-token$/,
        ({ headers }) =>
          oauthFields(headers.authorization).oauth_verifier === 'good'
            ? { body: 'oauth_token=granted&oauth_token_secret=hidden' }
            : { status: 401, body: 'oauth_problem=permission_denied' },
      ],
      ['GET', api('/project'), () => ({ body: [project, { id: '10001', name: 'Anvil' }] })],
      ['GET', api('/project/(10000|ROCKET)'), () => ({ body: project })],
      [
        'GET',
        api('/project/(?:10000|ROCKET)/statuses'),
        () => ({
          body: Object.values(types).map((type) => ({ ...type, statuses: type === types.bug ? [open, done] : [open, doing, done] })),
        }),
      ],
      ['GET', api('/field'), () => ({ body: fields })],
      [
        'GET',
        api('/search'),
        (request) => {
          const [, key, type = ''] = /^project="(\w+)" AND issuetype="(\d+)"/.exec(request.query.get('jql') ?? '') ?? [];
          return key === 'ROCKET' ? counted((byType[type] ?? []).map(withFiles), 'issues', request) : { status: 400, body: {} };
        },
      ],
      ['GET', api('/issue/(.*)/remotelink'), ({ parts }) => remoteLinks(parts[0])],
      ['GET', api('/issue/(.*)/comment'), (request) => counted(request.parts[0] === 'ROCKET-3' ? comments : [], 'comments', request, 1)],
      [
        'GET',
        api('/user/assignable/multiProjectSearch'),
        ({ query }) =>
          query.get('projectKeys') === 'ROCKET'
            ? { body: [{ ...ann, emailAddress: 'ann@example.com', avatarUrls: { '48x48': 'https://a/ann' } }, bob] }
            : { status: 404 },
      ],
      ['GET', api('/user'), ({ query }) => ({ body: { ...bob, key: query.get('key'), emailAddress: 'bob.elsewhere@example.com' } })],
      ['GET', agile('/board'), (request) => valuesOf(boards, request)],
      ['GET', agile('/board/7'), () => ({ body: boards[0] })],
      ['GET', agile('/board/7/project'), (request) => valuesOf([project], request)],
      [
        'GET',
        agile('/board/7/configuration'),
        () => ({
          body: {
            columnConfig: {
              columns: [
                { name: 'Waiting', statuses: [{ id: '100' }] },
                { name: 'Working', statuses: [{ id: '101' }, { id: '102' }] },
              ],
            },
          },
        }),
      ],
      ['GET', agile('/board/7/sprint'), (request) => valuesOf(sprints, request)],
      [
        'GET',
        agile('/board/7/issue'),
        (request) => counted([...stories.slice(0, 60), ...bugs, ...subtasks, foreign].map(withFiles), 'issues', request),
      ],
      ['GET', agile('/board/7/epic'), (request) => valuesOf([{ id: 1, key: 'ROCKET-1', name: 'Space' }], request)],
      ['GET', agile('/issue/ROCKET-1'), () => ({ body: epics[0] })],
      ['GET', /^\/secure\/attachment\/900\/map\.txt$/, () => ({ body: 'the stars' })],
    ],
    (request) =>
      isSigned(request, origin, keys.publicKey) ? null : { status: 401, body: { errorMessages: ['oauth_problem=signature_invalid'] } },
  );
  origin = stub.origin;
  return stub;
}

function remoteLinks(key: string | undefined): StubAnswer {
  return { body: key === 'ROCKET-3' ? [{ object: { url: 'https://example.com/spec', title: 'The [spec]' } }] : [] };
}

/** Every request must be signed, as a real server wants it. */
function isSigned({ method, path, query, headers }: StubRequest, origin: string, key: KeyObject): boolean {
  const { oauth_signature: signature = '', ...protocol } = oauthFields(headers.authorization);
  if (protocol.oauth_consumer_key !== 'jira-key' || signature === '') return false;
  if (path.startsWith('/rest/') && protocol.oauth_token !== 'granted') return false;
  const text = oauth1BaseText(method, `${origin}${path}${query.size > 0 ? `?${query.toString()}` : ''}`, Object.entries(protocol));
  return createVerify('RSA-SHA1').update(text).verify(key, signature, 'base64');
}
