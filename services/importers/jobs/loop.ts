import { randomUUID } from 'node:crypto';
import type { NodeTools } from '../../../lib/contracts/node';
import { now } from '../../../lib/resource/values';
import { Rounds } from '../../../lib/rounds';
import { jobsOf, type Job, type JobHandler, type JobOutcome } from './job';
import { claimJob, idleJobs, insertJob, type NewJob } from './lease';
import { abandonJob, runJob } from './runner';

/** Jobs of the queue that one process does side by side. */
const parallel = 2;
/** Finished jobs that are removed at a time. */
const batchSize = 100;

/** Does the jobs of the queue, and those of processes that died; any number of replicas may run one. */
export class JobLoop {
  private readonly holder = randomUUID();
  private readonly working = new Map<string, Promise<void>>();
  private readonly stopping = new AbortController();
  private readonly rounds: Rounds;

  constructor(private readonly node: NodeTools) {
    this.rounds = new Rounds(
      () => this.look(),
      (error) => node.log.warn('Jobs cannot be looked for now, it is tried again', error),
    );
  }

  /** Begins to look for jobs. */
  start(): void {
    this.rounds.wake();
  }

  /** Jobs under way go back to the queue. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.rounds.stop();
    await Promise.all(this.working.values());
  }

  /** Puts a job into the queue. */
  async enqueue(wanted: NewJob): Promise<Job> {
    const job = await insertJob(this.node.store, wanted, null);
    this.rounds.wake();
    return job;
  }

  /**
   * Does a job while its request waits.
   * @param run what to do where that isn't what the handler of its kind does, as only the request has the content
   * @throws what the handler throws
   */
  async attend(tools: Parameters<typeof runJob>[0], wanted: NewJob, run?: JobHandler['run']): Promise<JobOutcome & { job: Job }> {
    const job = await insertJob(this.node.store, wanted, this.holder);
    return { ...(await runJob(tools, job, { stopping: this.stopping.signal, run })), job };
  }

  private async look(): Promise<boolean> {
    await this.removeExpired();
    const free = parallel - this.working.size;
    if (free <= 0) return false;
    for (const { id } of await idleJobs(this.node.store, free)) {
      const job = this.working.has(id) ? null : await claimJob(this.node.store, id, this.holder);
      if (job) this.begin(job);
    }
    return false;
  }

  private begin(job: Job): void {
    const tools = { node: this.node, call: this.node.call };
    const work = job.attended ? abandonJob(tools, job) : runJob(tools, job, { stopping: this.stopping.signal });
    const ended = work
      .then(
        () => undefined,
        () => undefined,
      )
      .finally(() => {
        this.working.delete(job.id);
        this.rounds.wake();
      });
    this.working.set(job.id, ended);
  }

  private async removeExpired(): Promise<void> {
    const { store, files } = this.node;
    const expired = await jobsOf(store).find({ filter: { expires: { lt: now() } }, fields: ['file'], limit: batchSize });
    for (const { id, file } of expired) {
      if (file !== null) await files.remove(file);
      await jobsOf(store).remove({ id });
    }
  }
}

const loops = new WeakMap<NodeTools, JobLoop>();

/** The loop of a process. */
export function jobLoopOf(node: NodeTools): JobLoop {
  let loop = loops.get(node);
  if (!loop) loops.set(node, (loop = new JobLoop(node)));
  return loop;
}
