const MOST_QUERIES = 300;
const LONGEST_ANSWER = 2_000;

/**
 * Answers of a collection's queries (ids, counts), kept until anything in the collection is written. Exact, because this
 * process is the only writer, and writes of other connections to the file change `version`.
 */
export class QueryCache {
  readonly #answers = new Map<string, unknown>();
  #version = 0;
  #suspended = false;

  /** The kept answer to this query, or the one that is read now. */
  recall<T>(version: number, sql: string, values: readonly unknown[], read: () => T): T {
    if (this.#suspended) return read();
    if (version !== this.#version) this.#answers.clear();
    this.#version = version;
    const key = values.length === 0 ? sql : `${sql}\n${JSON.stringify(values)}`;
    const known = this.#answers.get(key) as T | undefined;
    if (known !== undefined) return known;
    const answer = read();
    if (!Array.isArray(answer) || answer.length <= LONGEST_ANSWER) this.#keep(key, answer);
    return answer;
  }

  /** While a transaction writes, nothing is kept. */
  suspend(): void {
    this.#suspended = true;
  }

  /** After a write: all answers are read anew. */
  resume(): void {
    this.#suspended = false;
    this.#answers.clear();
  }

  #keep(key: string, answer: unknown): void {
    for (const oldest of this.#answers.keys()) {
      if (this.#answers.size < MOST_QUERIES) break;
      this.#answers.delete(oldest);
    }
    this.#answers.set(key, answer);
  }
}
