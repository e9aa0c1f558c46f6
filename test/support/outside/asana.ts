import { startStub, type Stub, type StubRequest } from './stub';

export const asanaToken = 'asana-token';

const ann = { gid: '71', name: 'Ann' };
const bob = { gid: '72', name: 'Bob' };
export const asanaPeople = { ann: ann.gid, bob: bob.gid };

/** A page of a list, and the way to the next. */
function paged(items: readonly object[], { query }: StubRequest): { body: unknown } {
  const size = Math.min(Number(query.get('limit') ?? 20), 2);
  const first = Number(query.get('offset') ?? 0);
  const next = first + size < items.length ? { offset: String(first + size) } : null;
  return { body: { data: items.slice(first, first + size), next_page: next } };
}

const task = (gid: string, name: string, more: object = {}) => ({
  gid,
  name,
  notes: '',
  completed: false,
  completed_at: null,
  created_at: '2024-01-01T10:00:00.000Z',
  modified_at: '2024-01-02T10:00:00.000Z',
  due_on: null,
  num_subtasks: 0,
  parent: null,
  assignee: null,
  followers: [],
  tags: [],
  created_by: ann,
  ...more,
});

const tasks = [
  task('1', 'Launch', {
    notes: 'Soon',
    completed: true,
    completed_at: '2024-01-03T10:00:00.000Z',
    due_on: '2024-02-01',
    num_subtasks: 1,
    assignee: bob,
    followers: [ann, bob],
    tags: [{ gid: '91', name: 'Urgent' }],
  }),
  task('2', 'Land'),
  task('3', 'Return'),
];
const below: Record<string, object[]> = {
  '1': [task('11', 'Fuel', { parent: { gid: '1' }, num_subtasks: 1, assignee: ann })],
  '11': [task('111', 'Buy', { parent: { gid: '11' }, completed: true, completed_at: '2024-01-02T11:00:00.000Z' })],
};

const story = (minute: number, more: object) => ({
  created_at: `2024-01-01T10:${String(minute).padStart(2, '0')}:00.000Z`,
  created_by: bob,
  type: 'system',
  text: 'something happened',
  ...more,
});
const stories = [
  story(1, { resource_subtype: 'assigned', assignee: bob }),
  story(2, { resource_subtype: 'name_changed', old_name: 'Start', new_name: 'Launch' }),
  story(3, { resource_subtype: 'comment_added', type: 'comment', text: 'Ready?' }),
  story(4, { resource_subtype: 'added_to_project' }),
  story(5, { resource_subtype: 'marked_complete' }),
];

/** Asana as it documents itself, with one project `501`, two items a page. */
export async function startAsana(): Promise<Stub> {
  let origin = '';
  const api = (rest: string) => new RegExp(`^/api/1\\.0${rest}$`);
  const stub = await startStub(
    [
      [
        'POST',
        /^\/-\/oauth_token$/,
        ({ body }) => {
          const form = Object.fromEntries(new URLSearchParams(body));
          const known = form.grant_type === 'authorization_code' && form.client_secret === 'secret' && form.code === 'good';
          return known ? { body: { access_token: asanaToken, refresh_token: 'r' } } : { status: 400, body: { error: 'invalid_grant' } };
        },
      ],
      ['GET', api('/workspaces'), (request) => paged([{ gid: '401', name: 'Space' }], request)],
      [
        'GET',
        api('/projects'),
        (request) =>
          paged(
            [
              { gid: '501', name: 'Moon', notes: 'Go there', public: false },
              { gid: '502', name: 'Mars', public: true },
              { gid: '503', name: 'Sun' },
            ],
            request,
          ),
      ],
      [
        'GET',
        api('/projects/501'),
        () => ({ body: { data: { gid: '501', name: 'Moon', notes: 'Go there', workspace: { gid: '401', name: 'Space' } } } }),
      ],
      [
        'GET',
        api('/users'),
        (request) =>
          paged(
            [
              { ...ann, email: 'ann@example.com', photo: { image_60x60: 'https://avatars.example.com/71' } },
              { ...bob, email: 'bob.elsewhere@example.com', photo: null },
              { gid: '73', name: 'Carl', email: null, photo: null },
            ],
            request,
          ),
      ],
      [
        'GET',
        api('/tags'),
        (request) =>
          paged(
            [
              { gid: '91', name: 'Urgent', color: 'dark-red' },
              { gid: '92', name: 'Later', color: null },
            ],
            request,
          ),
      ],
      ['GET', api('/tasks'), (request) => (request.query.get('project') === '501' ? paged(tasks, request) : { status: 400, body: {} })],
      ['GET', api('/tasks/(\\d+)/subtasks'), (request) => paged(below[request.parts[0] ?? ''] ?? [], request)],
      ['GET', api('/tasks/(\\d+)/stories'), (request) => paged(request.parts[0] === '1' ? stories : [], request)],
      [
        'GET',
        api('/tasks/(\\d+)/attachments'),
        (request) =>
          paged(
            request.parts[0] === '1'
              ? [
                  { gid: '81', name: 'plan.txt', download_url: `${origin}/download/plan`, created_at: '2024-01-01T11:00:00.000Z' },
                  { gid: '82', name: 'elsewhere', download_url: null },
                ]
              : [],
            request,
          ),
      ],
      ['GET', /^\/download\/plan$/, () => ({ body: 'Up, then down.' })],
    ],
    ({ path, headers }) =>
      path.startsWith('/api/') && headers.authorization !== `Bearer ${asanaToken}` ? { status: 401, body: { errors: [] } } : null,
  );
  origin = stub.origin;
  return stub;
}
