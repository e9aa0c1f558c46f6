/** A stored moment as dumps write it: `YYYY-MM-DDTHH:MM:SS+0000` (dumps.md, Fields). */
export const dumpMoment = (moment: string): string => `${moment.slice(0, 19)}+0000`;

/** The same for one that may be missing. */
export const dumpMomentOrNull = (moment: unknown): string | null => (typeof moment === 'string' ? dumpMoment(moment) : null);
