import { adminPassword } from '../test/support/larch';

/** A client of the API that is logged in. */
export interface Client {
  token: string;
  send<Body>(method: string, path: string, body?: unknown): Promise<Body>;
}

export interface Project {
  id: number;
  slug: string;
}

export interface Story {
  id: number;
  version: number;
}

/** Logs in. @throws when the API refuses */
export async function login(origin: string): Promise<Client> {
  const answer = await fetch(`${origin}/api/v1/auth`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ type: 'normal', username: 'admin', password: adminPassword }),
  });
  const { auth_token: token } = (await answer.json()) as { auth_token: string };
  return { token, send: (method, path, body) => send(origin, token, { method, path, body }) };
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

const batch = 500;

/** A project with a backlog of so many stories. */
export async function projectWith(client: Client, stories: number): Promise<{ project: Project; first: Story }> {
  const project = await client.send<Project>('POST', '/projects', {
    name: `Bench ${stories} ${Date.now()}`,
    description: 'A project to measure',
  });
  const text = 'As a person who plans I want to see what comes next so that I can decide. '.repeat(5);
  const first = await client.send<Story>('POST', '/userstories', {
    project: project.id,
    subject: 'Story 0',
    description: text,
    tags: ['one', 'two'],
  });
  for (let made = 1; made < stories; made += batch) {
    const lines = Array.from(
      { length: Math.min(batch, stories - made) },
      (_, index) => `Story ${made + index} of a project that is measured`,
    );
    await client.send('POST', '/userstories/bulk_create', { project_id: project.id, bulk_stories: lines.join('\n') });
  }
  return { project, first };
}
