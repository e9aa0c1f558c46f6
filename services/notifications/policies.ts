import type { NodeTools } from '../../lib/contracts/node';
import type { Collection, Store } from '../../lib/contracts/store';
import type { Document } from '../../lib/resource/document';
import { now } from '../../lib/resource/values';
import { duplicateKeyOf } from '../../lib/store/errors';
import type { Levels } from './policies.rules';

/** How one user wants to hear of one project. */
export type Policy = Document &
  Levels & {
    project: number;
    user: number;
    created_at: string;
  };

export const policies = 'notify_policies';
export const policiesOf = (store: Store): Collection<Policy> => store.collection<Policy>(policies);

export interface Pair {
  project: number;
  user: number;
}

type Tools = Pick<NodeTools, 'store' | 'invalidate'>;

/** Makes those policies that don't exist yet, in a number of steps that doesn't depend on how many they are. */
export async function addMissing(node: Tools, pairs: readonly Pair[], values: Levels): Promise<void> {
  const { store } = node;
  const absent = await withoutPolicy(store, pairs);
  if (absent.length === 0) return;
  const first = await store.take(policies, absent.length);
  const created_at = now();
  const added = absent.map((pair, index) => ({ id: first + index, ...pair, ...values, created_at }));
  try {
    await policiesOf(store).insertMany(added);
  } catch (error) {
    if (!duplicateKeyOf(error)) throw error;
    // Another request made some of them meanwhile.
    await addMissing(node, pairs, values);
  }
  await node.invalidate({ projectWatchers: [...new Set(absent.map(({ project }) => project))] });
}

async function withoutPolicy(store: Store, pairs: readonly Pair[]): Promise<Pair[]> {
  if (pairs.length === 0) return [];
  const projects = [...new Set(pairs.map(({ project }) => project))];
  const users = [...new Set(pairs.map(({ user }) => user))];
  const found = await policiesOf(store).find({ filter: { project: { in: projects }, user: { in: users } }, fields: ['project', 'user'] });
  const key = ({ project, user }: Pair) => `${project}:${user}`;
  const present = new Set(found.map(key));
  return pairs.filter((pair) => !present.has(key(pair)));
}
