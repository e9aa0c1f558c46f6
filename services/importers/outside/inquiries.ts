import type { ApiError } from '../../../lib/errors';
import { OutsideFailure, type AskLimits } from './ask';

/** For requests: shorter than clients wait. */
export const requestLimits: AskLimits = { patience: 5000, lifetime: 25_000 };

/** For imports: longer than the hour after which GitHub answers again. */
export const importLimits: AskLimits = { patience: 65 * 60_000, lifetime: 24 * 3_600_000 };

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
