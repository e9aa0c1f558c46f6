import { randomUUID } from 'node:crypto';
import type { Store } from '../../../lib/contracts/store';
import { now } from '../../../lib/resource/values';
import { jobsOf, type Job, type JobKind } from './job';

/** How long a replica may be silent before another takes its job over. Milliseconds. */
export const leaseLength = 30_000;
const longAgo = new Date(0).toISOString();

const leaseEnd = () => new Date(Date.now() + leaseLength).toISOString();

/** What a job is made of. */
export type NewJob = Pick<Job, 'kind' | 'owner' | 'language' | 'parameters'> & { id?: string; upload?: string | null };

/** Stores a job. With a holder it is under way at once and the request waits for it. */
export async function insertJob(store: Store, wanted: NewJob, holder: string | null): Promise<Job> {
  const at = now();
  const job: Job = {
    id: wanted.id ?? randomUUID(),
    kind: wanted.kind satisfies JobKind,
    owner: wanted.owner,
    language: wanted.language,
    parameters: wanted.parameters,
    upload: wanted.upload ?? null,
    state: holder === null ? 'waiting' : 'running',
    progress: { step: '', done: 0 },
    project: null,
    result: null,
    error: null,
    file: null,
    attended: holder !== null,
    attempts: holder === null ? 0 : 1,
    holder: holder ?? '',
    leased_until: holder === null ? longAgo : leaseEnd(),
    created_date: at,
    modified_date: at,
    expires: null,
  };
  await jobsOf(store).insert(job);
  return job;
}

/** Jobs that wait, or whose replica has died, oldest first. */
export function idleJobs(store: Store, limit: number): Promise<Job[]> {
  return jobsOf(store).find({
    filter: { state: { in: ['waiting', 'running'] }, leased_until: { lt: now() } },
    sort: ['leased_until', 'id'],
    limit,
  });
}

/** Takes a job. @returns null when somebody else was faster */
export function claimJob(store: Store, id: string, holder: string): Promise<Job | null> {
  const filter = { id, state: { in: ['waiting', 'running'] }, leased_until: { lt: now() } };
  return jobsOf(store).findOneAndUpdate(filter, {
    set: { state: 'running', holder, leased_until: leaseEnd(), modified_date: now() },
    inc: { attempts: 1 },
  });
}

/** Keeps a job for longer and notes what else is so. @returns false when it was lost to somebody else */
export async function holdJob(store: Store, { id, holder }: Pick<Job, 'id' | 'holder'>, set: Partial<Job> = {}): Promise<boolean> {
  return (await jobsOf(store).updateOne({ id, holder }, { set: { ...set, leased_until: leaseEnd(), modified_date: now() } })) > 0;
}

/** Gives a job back as it is, for others to take at once. */
export async function releaseJob(store: Store, { id, holder }: Pick<Job, 'id' | 'holder'>): Promise<void> {
  await jobsOf(store).updateOne({ id, holder }, { set: { state: 'waiting', holder: '', leased_until: longAgo }, inc: { attempts: -1 } });
}

/** Ends a job. @returns false when it was lost to somebody else */
export async function endJob(store: Store, { id, holder }: Pick<Job, 'id' | 'holder'>, set: Partial<Job>): Promise<boolean> {
  return (await jobsOf(store).updateOne({ id, holder }, { set: { ...set, modified_date: now() } })) > 0;
}
