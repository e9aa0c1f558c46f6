import { retryPauses } from '../../lib/contracts/change-stream';
import { isPassing } from '../../lib/http/error-reply';

/** Longest pause while a server or service is away. Seconds. */
const longestWhileAway = 15;

/**
 * Seconds until a change is handled again; null when that failed too often. While a store or service is away no change
 * is given up, and none waits long once it is back.
 * @param failures how often it failed, with this one
 */
export function pauseAfter(failures: number, error: unknown, pauses: readonly number[] = retryPauses): number | null {
  const pause = pauses[failures - 1];
  if (isPassing(error)) return Math.min(pause ?? longestWhileAway, longestWhileAway);
  return pause ?? null;
}
