/** Milliseconds to wait where a system limits rates without saying for how long. */
const usualWait = 5000;

/**
 * How long an outside system wants to be left alone: `Retry-After` in seconds or as a date, or GitHub's
 * `X-RateLimit-Reset` once nothing remains.
 * @param headers with names in lower case
 * @param now milliseconds
 * @returns milliseconds, at least 50; null when the answer isn't about rates
 */
export function waitOf(status: number, headers: Readonly<Record<string, string>>, now: number): number | null {
  if (status !== 429 && status !== 403 && status !== 503) return null;
  const told = retryAfter(headers['retry-after'], now) ?? resetOf(headers, now);
  if (told !== null) return Math.max(told, 50);
  return status === 429 ? usualWait : null;
}

function retryAfter(value: string | undefined, now: number): number | null {
  if (value === undefined) return null;
  if (/^\d{1,9}(\.\d+)?$/.test(value)) return Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? null : date - now;
}

function resetOf(headers: Readonly<Record<string, string>>, now: number): number | null {
  const reset = Number(headers['x-ratelimit-reset']);
  return headers['x-ratelimit-remaining'] === '0' && reset > 0 ? reset * 1000 - now : null;
}
