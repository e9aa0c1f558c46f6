import type { ExternalApplication } from '../../../lib/contracts/credential-actions';
import type { NodeTools } from '../../../lib/contracts/node';
import type { Collection, CollectionDeclaration } from '../../../lib/contracts/store';

/** The applications that an operator admitted by a command, beside those of the settings. */
export const applicationsCollection: CollectionDeclaration = { name: 'applications', indexes: [] };

type Tools = Pick<NodeTools, 'config' | 'store'>;

export const applicationsOf = (node: Pick<NodeTools, 'store'>): Collection<ExternalApplication> =>
  node.store.collection<ExternalApplication>(applicationsCollection.name);

/** One of the settings, which can't be changed by commands. */
export const fixedApplication = ({ config }: Pick<NodeTools, 'config'>, id: string): ExternalApplication | undefined =>
  config.accounts.applications.find((application) => application.id === id);

/** An application that is admitted, or null. */
export async function findApplication(node: Tools, id: unknown): Promise<ExternalApplication | null> {
  return typeof id === 'string' ? ((await findApplications(node, [id])).get(id) ?? null) : null;
}

/** Those of the ids that are admitted. */
export async function findApplications(node: Tools, ids: Iterable<string>): Promise<Map<string, ExternalApplication>> {
  const found = new Map<string, ExternalApplication>();
  const unknown = new Set<string>();
  for (const id of ids) {
    const fixed = fixedApplication(node, id);
    if (fixed) found.set(id, fixed);
    else unknown.add(id);
  }
  const stored = unknown.size > 0 ? await applicationsOf(node).findByIds([...unknown]) : [];
  for (const application of stored) found.set(application.id, application);
  return found;
}
