import type { Sender } from '../sender';

interface Person {
  id: number;
  token: string;
  email: string;
}

/** A project of two people who hear by mail of everything, with two webhooks. */
export interface Playground {
  project: number;
  people: [Person, Person];
  webhooks: number[];
}

const password = 'Secret-12345';
/** The level of a policy at which somebody hears of everything. */
const everything = 2;

/** @param send as the first user of the installation logs in: `admin` with the password of these tests */
export async function setUp(send: Sender, hook: string): Promise<Playground> {
  const admin = await login(send, 'admin');
  const { id: project } = await done<{ id: number }>(send('POST', '/projects', { name: 'Faults', description: 'x' }, admin));
  for (const feature of ['is_epics_activated', 'is_issues_activated']) {
    await done(send('PATCH', `/projects/${project}`, { [feature]: true }, admin));
  }
  const facts = { username: 'berta', email: 'berta@example.com', full_name: 'Berta', password };
  await done(send('POST', '/auth/register', { type: 'public', accepted_terms: true, ...facts }));
  const roles = await done<{ id: number }[]>(send('GET', `/roles?project=${project}`, undefined, admin));
  await done(send('POST', '/memberships', { project, role: roles[0]?.id, username: facts.email, is_admin: true }, admin));
  const berta = await login(send, 'berta');
  for (const person of [admin, berta]) await hearEverything(send, project, person);
  const webhooks: number[] = [];
  for (const name of ['First', 'Second']) {
    const made = await done<{ id: number }>(send('POST', '/webhooks', { project, name, url: hook, key: 'secret' }, admin));
    webhooks.push(made.id);
  }
  return { project, people: [admin, berta], webhooks };
}

async function login(send: Sender, username: string): Promise<Person> {
  const body = { type: 'normal', username, password };
  const { id, auth_token: token, email } = await done<{ id: number; auth_token: string; email: string }>(send('POST', '/auth', body));
  return { id, token, email };
}

async function hearEverything(send: Sender, project: number, person: Person): Promise<void> {
  const policies = await done<{ id: number; project: number }[]>(send('GET', '/notify-policies', undefined, person));
  const policy = policies.find((one) => one.project === project);
  if (!policy) throw new Error('There is no policy for the project');
  await done(send('PATCH', `/notify-policies/${policy.id}`, { notify_level: everything }, person));
}

async function done<Body = Record<string, unknown>>(request: ReturnType<Sender>): Promise<Body> {
  const { status, body } = await request;
  if (status >= 300) throw new Error(`Answered ${status}: ${JSON.stringify(body)}`);
  return body as Body;
}
