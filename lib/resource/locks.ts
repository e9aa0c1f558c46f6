const queues = new Map<string, Promise<unknown>>();

/**
 * Runs pieces of work with the same key one after another in this process, so that they don't lose races against each
 * other. What is right must not depend on it: other processes don't wait.
 * @returns what the work gives, and whether it had to wait
 */
export async function oneAtATime<T>(key: string, work: (waited: boolean) => Promise<T>): Promise<T> {
  const before = queues.get(key);
  const running = before ? before.then(() => work(true)) : work(false);
  const ended = running.then(
    () => undefined,
    () => undefined,
  );
  queues.set(key, ended);
  try {
    return await running;
  } finally {
    if (queues.get(key) === ended) queues.delete(key);
  }
}
