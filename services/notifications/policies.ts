import type { NodeTools } from '../../lib/contracts/node';
import type { Collection, Store } from '../../lib/contracts/store';
import type { Document } from '../../lib/resource/document';
import { now } from '../../lib/resource/values';
import { storedUnlessDuplicate } from '../../lib/store/duplicates';
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
  await addNew(node, await withoutPolicy(node.store, pairs), values);
}

/** The same where usually none of them exists, which saves the look-up. */
export async function addNew(node: Tools, pairs: readonly Pair[], values: Levels): Promise<void> {
  if (pairs.length === 0) return;
  const first = await node.store.take(policies, pairs.length);
  const created_at = now();
  const added = pairs.map((pair, index) => ({ id: first + index, ...pair, ...values, created_at }));
  const stored = await storedUnlessDuplicate(() => policiesOf(node.store).insertMany(added));
  if (!stored) await addMissing(node, pairs, values);
  await node.invalidate({ projectWatchers: [...new Set(pairs.map(({ project }) => project))] });
}

/** Those without a policy, each once. */
async function withoutPolicy(store: Store, pairs: readonly Pair[]): Promise<Pair[]> {
  if (pairs.length === 0) return [];
  const projects = [...new Set(pairs.map(({ project }) => project))];
  const users = [...new Set(pairs.map(({ user }) => user))];
  const found = await policiesOf(store).find({ filter: { project: { in: projects }, user: { in: users } }, fields: ['project', 'user'] });
  const key = ({ project, user }: Pair) => `${project}:${user}`;
  const absent = new Map(pairs.map((pair) => [key(pair), pair]));
  for (const pair of found) absent.delete(key(pair));
  return [...absent.values()];
}
