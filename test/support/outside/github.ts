import { pageOf, startStub, type Stub } from './stub';

const label = (name: string, color: string) => ({ id: name.length, name, color });
const user = (id: number, login: string) => ({ id, login });

export const ann = user(11, 'ann-out');
export const bob = user(12, 'bob-out');
export const carl = user(13, 'carl-out');

const profiles = [
  { ...ann, name: 'Ann Outside', email: 'ann@example.com', avatar_url: 'https://avatars.example.com/11' },
  { ...bob, name: null, email: null, avatar_url: 'https://avatars.example.com/12' },
];

const bug = label('Bug', 'd73a4a');
const help = label('help wanted', '008672');
const sprint = { number: 3, title: 'First' };

const at = (minute: number) => new Date(Date.UTC(2024, 0, 10, 8, minute)).toISOString().replace('.000', '');

/** 120 issues: the first has everything, the others only fill pages. */
const issues = Array.from({ length: 120 }, (_, index) => ({
  number: index + 1,
  title: `Issue ${index + 1}`,
  body: null as string | null,
  state: index % 2 === 1 ? 'closed' : 'open',
  user: carl,
  assignee: null as typeof ann | null,
  assignees: [] as (typeof ann)[],
  labels: [] as ReturnType<typeof label>[],
  milestone: null as typeof sprint | null,
  html_url: `https://github.com/octo/rocket/issues/${index + 1}`,
  created_at: at(index),
  updated_at: at(index + 5),
  closed_at: index % 2 === 1 ? at(index + 4) : null,
}));
Object.assign(issues[0]!, {
  title: 'The engine **stalls**',
  body: 'Look at #2',
  state: 'closed',
  user: ann,
  assignee: bob,
  assignees: [bob, ann],
  labels: [bug, help],
  milestone: sprint,
  closed_at: at(50),
});

const comments = Array.from({ length: 101 }, (_, index) => ({
  id: index + 1,
  issue_url: `https://api.github.com/repos/octo/rocket/issues/${index === 0 ? 1 : 2}`,
  user: index % 2 === 0 ? carl : ann,
  body: `Comment ${index + 1}`,
  created_at: at(20 + index),
}));

let lastEvent = 0;
const event = (minute: number, kind: string, actor: typeof ann, more: object) => ({
  id: ++lastEvent,
  event: kind,
  actor,
  created_at: at(minute),
  issue: { number: 1, title: 'the whole issue again' },
  ...more,
});

/** As GitHub lists them: the newest first. */
const events = [
  event(1, 'labeled', ann, { label: { name: 'Bug' } }),
  event(2, 'assigned', ann, { assignee: bob }),
  event(2, 'milestoned', ann, { milestone: { title: 'First' } }),
  event(3, 'renamed', carl, { rename: { from: 'Engine', to: 'The engine **stalls**' } }),
  event(4, 'labeled', ann, { label: { name: 'help wanted' } }),
  event(5, 'closed', bob, {}),
  event(6, 'reopened', ann, {}),
  event(7, 'closed', bob, {}),
  event(8, 'subscribed', bob, {}),
].reverse();

export const githubToken = 'gho_stub';

const milestones = [
  { ...sprint, creator: ann, state: 'open', created_at: at(0), updated_at: at(1), due_on: '2024-02-01T08:00:00Z' },
  { number: 4, title: 'Endless', creator: carl, state: 'closed', created_at: at(0), updated_at: at(1), due_on: null },
];

const repository = { full_name: 'octo/rocket', description: 'To the moon', private: true, owner: ann };

/** GitHub as it documents itself, with one repository `octo/rocket`. */
export function startGithub(): Promise<Stub> {
  const path = (rest: string) => new RegExp(`^/api/repos/octo/rocket${rest}$`);
  return startStub(
    [
      [
        'POST',
        /^\/login\/oauth\/access_token$/,
        ({ body }) => {
          const form = new URLSearchParams(body);
          const known = form.get('client_id') === 'client' && form.get('client_secret') === 'secret' && form.get('code') === 'good';
          return { body: known ? `access_token=${githubToken}&scope=repo&token_type=bearer` : 'error=bad_verification_code' };
        },
      ],
      ['GET', /^\/api\/user$/, () => ({ body: ann })],
      [
        'GET',
        /^\/api\/user\/repos$/,
        ({ query }) => {
          const others = Array.from({ length: 100 }, (_, index) => ({
            full_name: `octo/other-${index}`,
            description: null,
            private: false,
          }));
          return { body: pageOf([repository, ...others], query) };
        },
      ],
      ['GET', /^\/api\/users\/(.*)$/, ({ parts }) => profileOf(parts[0])],
      ['GET', path('/collaborators'), ({ query }) => ({ body: pageOf([ann, bob], query) })],
      ['GET', path(''), () => ({ body: repository })],
      ['GET', path('/labels'), ({ query }) => ({ body: pageOf([bug, help], query) })],
      ['GET', path('/milestones'), ({ query }) => ({ body: query.get('state') === 'all' ? pageOf(milestones, query) : [] })],
      ['GET', path('/issues'), ({ query }) => ({ body: query.get('state') === 'all' ? pageOf(issues, query) : [] })],
      ['GET', path('/issues/comments'), ({ query }) => ({ body: pageOf(comments, query) })],
      ['GET', path('/issues/events'), ({ query }) => ({ body: pageOf(events, query) })],
    ],
    ({ path: asked, headers }) => {
      const isOpen = asked.startsWith('/login/') || headers.authorization === `token ${githubToken}`;
      return isOpen ? null : { status: 401, body: { message: 'Bad credentials' } };
    },
  );
}

function profileOf(login: string | undefined) {
  const found = profiles.find((profile) => profile.login === login);
  return found ? { body: found } : { status: 404, body: { message: 'Not Found' } };
}
