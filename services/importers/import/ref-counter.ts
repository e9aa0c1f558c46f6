/**
 * Refs of imported elements. One that an element brings is kept; another gets the next. As in the API an element that
 * brings its ref also takes a number of the counter, so that the counter goes on behind the highest, with gaps.
 */
export class RefCounter {
  private readonly taken = new Set<number>();

  private last = 0;

  /** The number that was taken last. */
  get highest(): number {
    return this.last;
  }

  isTaken(ref: number): boolean {
    return this.taken.has(ref);
  }

  /** A ref that somebody has, whose number the counter has behind it. */
  occupy(ref: number): void {
    this.taken.add(ref);
  }

  /** The ref of an element that brings `own`, or none. */
  next(own: number | undefined): number {
    this.last = Math.max(this.last + 1, own ?? 0);
    const ref = own ?? this.last;
    this.taken.add(ref);
    return ref;
  }
}
