const minute = 60_000;
const hour = 60 * minute;

/** Milliseconds before each further attempt; the last one is repeated. */
const pauses = [5000, 30_000, 2 * minute, 10 * minute, 30 * minute, hour, 2 * hour, 4 * hour];
const patience = 24 * hour;

/** A receiver that is gone for good says so (410). */
const gone = 410;

/** What follows from a failed attempt. */
export type Verdict = { retryAt: string } | { giveUp: 'gone' | 'failing' };

/**
 * Judges a failed attempt: it is repeated after growing pauses until the receiver has failed for a day.
 * @param failures attempts that failed in a row, with this one
 * @param since when the first of them did. ISO datetime
 */
export function judgeFailure(status: number, failures: number, since: string, at: Date): Verdict {
  if (status === gone) return { giveUp: 'gone' };
  const end = Date.parse(since) + patience;
  if (at.getTime() >= end) return { giveUp: 'failing' };
  const pause = pauses[Math.min(failures, pauses.length) - 1] ?? hour;
  return { retryAt: new Date(Math.min(at.getTime() + pause, end)).toISOString() };
}
