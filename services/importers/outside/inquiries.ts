import type { ApiError } from '../../../lib/errors';
import { OutsideFailure } from './ask';

/** Milliseconds that a request may spend on waiting for an outside system that limits rates. */
export const requestPatience = 5000;

/** As {@link requestPatience}, for an import: longer than the hour after which GitHub answers again. */
export const importPatience = 65 * 60_000;

/** What is asked of an outside system at a time, e.g. one address for each person. */
const atATime = 4;

/** Works on all items, few at a time, and gives the results in their order. */
export async function inTurns<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let index = 0; index < items.length; index += atATime) {
    results.push(...(await Promise.all(items.slice(index, index + atATime).map(work))));
  }
  return results;
}
/** Failures of the outside system become the API's answers. */
export async function failingAs<T>(refusal: (failure: OutsideFailure) => ApiError, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof OutsideFailure ? refusal(error) : error;
  }
}

/** All items of a list that isn't long. */
export async function gathered<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}
