import { adminPassword } from '../test/support/larch';
import type { Client, DataSet } from './data-set';
import type { Target } from './load';

/** The data sets, by the number of their stories. */
export const sizes = [50, 3_000, 20_000] as const;
export type Size = (typeof sizes)[number];

/** A target and the data set that it is measured on. */
export interface TargetOn {
  name: string;
  size: Size;
  target(client: Client, data: DataSet): Omit<Target, 'name'>;
}

const json = { 'content-type': 'application/json' };
const headersOf = ({ token }: Client) => ({ authorization: `Bearer ${token}` });
/** Header of requests for a list without pages. */
export const wholeList = { 'x-disable-pagination': '1' };

const nameOn = (name: string, size: Size) => (size === 50 ? name : `${name}, of ${size.toLocaleString('en')}`);

function get(size: Size, name: string, path: (data: DataSet) => string, more: Partial<Target> = {}): TargetOn {
  return {
    name: nameOn(name, size),
    size,
    target: (client, data) => ({
      method: 'GET',
      path: `/api/v1${path(data)}`,
      ...more,
      headers: { ...headersOf(client), ...more.headers },
    }),
  };
}

/** One after another, so that the times are those of the request alone. */
const whole: Partial<Target> = { headers: wholeList, connections: 1 };

/** A write, with another path and body each time; `turn` counts from 0. */
function write(
  name: string,
  method: 'POST' | 'PATCH',
  make: (data: DataSet, turn: number) => { path: string; body: object },
  connections?: number,
): TargetOn {
  const size = 3_000;
  return {
    name: nameOn(name, size),
    size,
    target: (client, data) => {
      let turn = 0;
      let next = make(data, 0);
      return {
        method,
        connections,
        headers: { ...headersOf(client), ...json },
        path: () => {
          next = make(data, turn++);
          return `/api/v1${next.path}`;
        },
        body: () => JSON.stringify(next.body),
      };
    },
  };
}

/** What a board asks for. */
export const boardOf = ({ project }: DataSet) =>
  `/userstories?project=${project}&status__is_archived=false&include_attachments=1&include_tasks=1&order_by=kanban_order`;
const storyAt = ({ stories }: DataSet, turn: number) => stories[turn % stories.length] ?? 0;

/** A move of one card to the middle of a column; the last stories only, so that few cards have to make room. */
export function moveOf(data: DataSet, turn: number) {
  const column = Math.ceil(data.stories.length / data.statuses.length);
  const last = data.stories.length - 1;
  return {
    path: '/userstories/bulk_update_kanban_order',
    body: {
      project_id: data.project,
      status_id: data.statuses.at(-1),
      bulk_userstories: [data.stories[last - (turn % 20)]],
      after_userstory_id: data.stories[last - Math.min(30 + (turn % 7), column - 1)],
    },
  };
}

/** A comment never conflicts, so that the first version may be sent again and again. */
export const commentOf = (data: DataSet, turn: number) => ({
  path: `/userstories/${storyAt(data, turn)}`,
  body: { version: 1, comment: `Comment ${turn}` },
});

const manyOf = ({ project }: DataSet, turn: number) => ({
  path: '/userstories/bulk_create',
  body: { project_id: project, bulk_stories: Array.from({ length: 500 }, (_, index) => `Story ${turn}-${index}`).join('\n') },
});

/** The page of 30 in the middle of a list of all stories. */
const middle = (stories: readonly number[]) => Math.ceil(stories.length / 60);

/** The requests that are measured one by one; those that add stories come last. */
export const targets: readonly TargetOn[] = [
  {
    name: 'login',
    size: 50,
    target: () => ({
      method: 'POST',
      path: '/api/v1/auth',
      headers: json,
      body: () => JSON.stringify({ type: 'normal', username: 'admin', password: adminPassword }),
    }),
  },
  get(50, 'users/me', () => '/users/me'),
  get(50, 'project detail', ({ project }) => `/projects/${project}`),
  get(50, 'project list', () => '/projects'),
  get(50, '30 user stories', ({ project }) => `/userstories?project=${project}`),
  get(3_000, '100 user stories', ({ project }) => `/userstories?project=${project}&page_size=100`),
  ...([3_000, 20_000] as const).flatMap((size) => [
    get(size, '30 of the backlog', ({ project }) => `/userstories?project=${project}&milestone=null`),
    get(size, 'whole backlog', ({ project }) => `/userstories?project=${project}&milestone=null`, whole),
    get(size, 'whole board', boardOf, whole),
    get(size, 'filters_data', ({ project }) => `/userstories/filters_data?project=${project}`, { connections: 1 }),
    get(size, 'user story with neighbours', ({ stories }) => `/userstories/${stories[20] ?? 0}`),
    get(
      size,
      'a page in the middle, by status',
      ({ project, stories }) => `/userstories?project=${project}&order_by=status&page=${middle(stories)}`,
    ),
    get(size, 'the last changed', ({ project }) => `/userstories?project=${project}&order_by=-modified_date`),
    get(size, 'timeline of the project', ({ project }) => `/timeline/project/${project}`),
    get(size, 'a page in the middle of the timeline', ({ project, stories }) => `/timeline/project/${project}?page=${middle(stories)}`),
    get(size, 'sprints with their stories', ({ project }) => `/milestones?project=${project}`, { connections: 1 }),
  ]),
  write('comment', 'PATCH', commentOf),
  write('move a card', 'POST', moveOf),
  write('create a user story', 'POST', ({ project }, turn) => ({
    path: '/userstories',
    body: { project, subject: `A new story ${turn}` },
  })),
  write('create 500 user stories', 'POST', manyOf, 1),
];
