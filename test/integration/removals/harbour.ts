import { allServices } from '../../support/all-services';
import { startInstallation, type Installation, type Person } from '../../support/installation';

export type Body = Record<string, unknown> & { id: number };

/** Older than what a sweeper leaves to those who are still at it. */
export const longAgo = new Date(Date.now() - 60_000).toISOString();

/** An installation with all services, and a project of alice with all modules. */
export interface Harbour {
  here: Installation;
  alice: Person;
  bob: Person;
  project: number;
  /** Makes something in the project. @throws when it is refused */
  add(path: string, values: object): Promise<Body>;
  /** What alice is answered. */
  read<T = Body>(path: string): Promise<T>;
}

export async function startHarbour(): Promise<Harbour> {
  const here = await startInstallation(allServices());
  const [alice, bob] = [await here.register('alice'), await here.register('bob')];
  const make = async (path: string, values: object): Promise<Body> => {
    const answer = await here.send<Body>('POST', `/${path}`, values, alice);
    if (answer.status !== 201) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const { id: project } = await make('projects', { name: 'Harbour', description: 'x' });
  await here.send('PATCH', `/projects/${project}`, { is_epics_activated: true, is_issues_activated: true }, alice);
  return {
    ...{ here, alice, bob, project },
    add: (path, values) => make(path, { project, ...values }),
    read: async <T = Body>(path: string) => (await here.send<T>('GET', `/${path}`, undefined, alice)).body,
  };
}
