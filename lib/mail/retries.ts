/** Seconds before each further attempt; the last pause repeats until the mail server is there again. */
const pauses = [1, 2, 5, 15, 30, 60, 120, 300];

/** Milliseconds to wait after a failed attempt. */
export const pauseAfter = (failures: number): number => (pauses[Math.min(failures, pauses.length - 1)] ?? 0) * 1000;

/** Whether the mail server said that this mail will never be taken, e.g. for an address that doesn't exist. */
export function isRefused(error: unknown): boolean {
  const { code, responseCode = 0 } = error as { code?: string; responseCode?: number };
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode >= 500;
}
