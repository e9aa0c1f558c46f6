import { randomBytes } from 'node:crypto';
import type { Filter, Store } from '../../lib/contracts/store';
import { projectsOf } from './documents';
import { hookModules } from './modules.rules';

/** The stored configuration of a project's inbound hooks; their secrets are made when they are first asked for. */
export async function modulesOf(store: Store, project: number): Promise<Record<string, unknown>> {
  const projects = projectsOf(store);
  const stored = (await projects.findById(project))?.modules ?? {};
  const missing = hookModules.filter((name) => !(name in stored));
  if (missing.length === 0) return stored;
  // One update for each, so that a secret made by another process at the same time stays.
  await projects.bulkUpdate(
    missing.map((name) => {
      const filter: Filter = { id: project, [`modules.${name}`]: { missing: true } };
      return { filter, update: { set: { [`modules.${name}`]: { secret: randomBytes(16).toString('hex') } } } };
    }),
  );
  return (await projects.findById(project))?.modules ?? {};
}
