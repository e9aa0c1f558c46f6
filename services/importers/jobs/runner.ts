import type { Caller, NodeTools } from '../../../lib/contracts/node';
import { apiErrorOf } from '../../../lib/errors';
import { withSmallHeap } from '../../../lib/small-heap';
import { handlerOf } from './handlers';
import type { Job, JobHandler, JobOutcome, JobProgress, JobWork } from './job';
import { endJob, holdJob, leaseLength, releaseJob } from './lease';

/** How often a job that runs renews its lease and keeps its progress. Milliseconds. */
const heartbeat = leaseLength / 6;

/** A job that was begun so often and never ended fails: it may be what kills the process. */
const mostAttempts = 3;

const interrupted = { error: 'interrupted', message: 'The work was interrupted' };

interface Tools {
  node: NodeTools;
  call: Caller;
}

/**
 * Does the work of a job whose lease is held, from its beginning, and ends it. What an attempt before has made is
 * removed first, and so is what this one makes when it fails.
 * @param stopping aborted when the process stops: the job goes back to the others
 * @throws what the handler throws
 */
export async function runJob(
  tools: Tools,
  job: Job,
  { stopping, run = handlerOf(job.kind).run }: { stopping: AbortSignal; run?: JobHandler['run'] },
): Promise<JobOutcome> {
  const running = new RunningJob(tools, job, stopping);
  try {
    await running.discardProject();
    if (job.attempts > mostAttempts) throw new Error('The job was given up after several attempts');
    const outcome = await withSmallHeap(() => run(running.work));
    running.end();
    await complete(tools, job, outcome);
    return outcome;
  } catch (error) {
    running.end();
    if (stopping.aborted && !job.attended) await releaseJob(tools.node.store, job);
    else await fail(tools, running, error);
    throw error;
  }
}

/** A job whose request died with its process: nobody waits for the answer, so what was made goes. */
export async function abandonJob(tools: Tools, job: Job): Promise<void> {
  const running = new RunningJob(tools, job, new AbortController().signal);
  running.end();
  await fail(tools, running, new Error(interrupted.message));
}

class RunningJob {
  readonly work: JobWork;
  private readonly aborting = new AbortController();
  private readonly timer: NodeJS.Timeout;
  private latest: JobProgress;
  private project: number | null;

  constructor(
    private readonly tools: Tools,
    readonly job: Job,
    stopping: AbortSignal,
  ) {
    this.latest = job.progress;
    this.project = job.project;
    const { node, call } = tools;
    this.work = {
      node,
      call,
      job,
      signal: AbortSignal.any([this.aborting.signal, stopping]),
      progress: (step, done) => {
        this.latest = { step, done };
      },
      makes: async (project) => {
        this.project = project;
        if (!(await holdJob(node.store, job, { project }))) this.aborting.abort();
        this.work.signal.throwIfAborted();
      },
    };
    this.timer = setInterval(() => void this.renew(), heartbeat).unref();
  }

  end(): void {
    clearInterval(this.timer);
  }

  async discardProject(): Promise<void> {
    if (this.project !== null) await this.tools.call('projects.discard', { project: this.project }, { timeout: 0 });
    this.project = null;
  }

  private async renew(): Promise<void> {
    try {
      if (!(await holdJob(this.tools.node.store, this.job, { progress: this.latest }))) this.aborting.abort();
    } catch (error) {
      this.tools.node.log.warn(`The lease of job ${this.job.id} was not renewed`, error);
    }
  }
}

/** Parameters may hold keys of other systems, so that none are kept for longer than they are needed. */
const settled = ({ config }: NodeTools) => ({
  parameters: {},
  upload: null,
  expires: new Date(Date.now() + config.projects.exportLifetime * 1000).toISOString(),
});

async function complete({ node, call }: Tools, job: Job, outcome: JobOutcome): Promise<void> {
  const { result, file = null } = outcome;
  const kept = await endJob(node.store, job, { state: 'done', result, file, ...settled(node) });
  if (!kept) return;
  await removeUpload(node, job);
  if (!job.attended) await handlerOf(job.kind).succeeded?.({ node, call, job }, outcome);
}

async function fail(tools: Tools, running: RunningJob, error: unknown): Promise<void> {
  const { node, call } = tools;
  const { job } = running;
  const known = apiErrorOf(error);
  if (!known) node.log.error(`Job ${job.id} (${job.kind}) failed`, error);
  await running.discardProject();
  const set = { state: 'failed' as const, error: known?.data.body ?? interrupted, project: null, ...settled(node) };
  if (!(await endJob(node.store, job, set))) return;
  await removeUpload(node, job);
  if (!job.attended) await handlerOf(job.kind).failed?.({ node, call, job }, error);
}

async function removeUpload({ files }: NodeTools, { upload }: Job): Promise<void> {
  if (upload !== null) await files.remove(upload);
}
