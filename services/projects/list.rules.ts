import type { Project } from './documents';

type Named = Pick<Project, 'id' | 'name'>;

/** Ids in a user's own order; projects without a place in it come last, as they were. */
export function byUserOrder(projects: readonly Named[], orders: ReadonlyMap<number, number>): number[] {
  const place = ({ id }: Named) => orders.get(id) ?? Number.MAX_SAFE_INTEGER;
  return [...projects].sort((left, right) => place(left) - place(right)).map(({ id }) => id);
}

/** In random order. */
export function shuffled<Item>(items: readonly Item[], random: () => number = Math.random): Item[] {
  const result = [...items];
  for (let last = result.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [result[last], result[other]] = [result[other] as Item, result[last] as Item];
  }
  return result;
}
