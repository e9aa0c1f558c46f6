import { adminPassword } from '../test/support/larch';

/** A client of the API that is logged in. */
export interface Client {
  origin: string;
  token: string;
  send<Body>(method: string, path: string, body?: unknown): Promise<Body>;
}

/** Logs in. @throws when the API refuses */
export async function login(origin: string): Promise<Client> {
  const answer = await fetch(`${origin}/api/v1/auth`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ type: 'normal', username: 'admin', password: adminPassword }),
  });
  const { auth_token: token } = (await answer.json()) as { auth_token: string };
  return { origin, token, send: (method, path, body) => send(origin, token, { method, path, body }) };
}

async function send<Body>(
  origin: string,
  token: string,
  { method, path, body }: { method: string; path: string; body?: unknown },
): Promise<Body> {
  const answer = await fetch(`${origin}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return (answer.status === 204 ? null : await answer.json()) as Body;
}

interface Created {
  id: number;
}

interface CreatedProject extends Created {
  us_statuses: Created[];
  members: Created[];
}

/** A project to measure on. */
export interface DataSet {
  project: number;
  /** Ids in the order of the backlog. */
  stories: number[];
  statuses: number[];
}

const batch = 500;
const text = 'As a person who plans I want to see what comes next so that I can decide. '.repeat(5);

/**
 * A project with so many stories: spread over the columns of the board, every tenth in one of five sprints, every
 * twentieth with a description, tags, a person assigned and three tasks.
 */
export async function projectWith(client: Client, size: number): Promise<DataSet> {
  const project = await client.send<CreatedProject>('POST', '/projects', {
    name: `Bench ${size} ${Date.now()}`,
    description: 'A project to measure',
  });
  const statuses = project.us_statuses.map(({ id }) => id);
  const data: DataSet = { project: project.id, stories: [], statuses };
  const column = Math.ceil(size / statuses.length);
  for (const status of statuses) await addStories(client, data, status, Math.min(column, size - data.stories.length));
  await fillSprints(client, data);
  const [member] = project.members;
  for (let index = 0; index < Math.min(size, 1000); index += 20) {
    await describe(client, data.stories[index] ?? 0, member?.id ?? null);
    for (const subject of ['Design', 'Build', 'Test'])
      await client.send('POST', '/tasks', { project: project.id, user_story: data.stories[index], subject });
  }
  return data;
}

async function addStories(client: Client, { project, stories }: DataSet, status: number, count: number): Promise<void> {
  for (let made = 0; made < count; made += batch) {
    const lines = Array.from({ length: Math.min(batch, count - made) }, (_, index) => `Story ${stories.length + index} that is measured`);
    const body = { project_id: project, status_id: status, bulk_stories: lines.join('\n') };
    const created = await client.send<Created[]>('POST', '/userstories/bulk_create', body);
    stories.push(...created.map(({ id }) => id));
  }
}

async function fillSprints(client: Client, { project, stories }: DataSet): Promise<void> {
  const chosen = stories.filter((_, index) => index % 10 === 5);
  for (let sprint = 0; sprint < 5; sprint++) {
    const dates = { estimated_start: `2030-0${sprint + 1}-01`, estimated_finish: `2030-0${sprint + 1}-20` };
    const { id } = await client.send<Created>('POST', '/milestones', { project, name: `Sprint ${sprint + 1}`, ...dates });
    const own = chosen.filter((_, index) => index % 5 === sprint).map((us_id, order) => ({ us_id, order }));
    if (own.length === 0) continue;
    await client.send('POST', '/userstories/bulk_update_milestone', { project_id: project, milestone_id: id, bulk_stories: own });
  }
}

async function describe(client: Client, story: number, assigned_to: number | null): Promise<void> {
  const { version } = await client.send<{ version: number }>('GET', `/userstories/${story}`);
  await client.send('PATCH', `/userstories/${story}`, { version, description: text, tags: ['one', 'two'], assigned_to });
}
