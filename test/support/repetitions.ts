/** How many times tests of races and kills are repeated, by REPEAT. */
export const repetitions = Number(process.env.REPEAT ?? 1);

/** The rounds, for `it.each`: 1, 2, … */
export const rounds: readonly number[] = Array.from({ length: repetitions }, (_, index) => index + 1);
