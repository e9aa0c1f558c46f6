import type { Caller, NodeTools } from '../../../lib/contracts/node';
import type { Collection, CollectionDeclaration, Store } from '../../../lib/contracts/store';

/** What a job does; each kind has one handler, registered by the service. */
export type JobKind =
  'export_dump' | 'load_dump' | 'import_project' | 'import_github' | 'import_trello' | 'import_jira' | 'import_asana' | 'import_csv';

export type JobState = 'waiting' | 'running' | 'done' | 'failed';

/** How far a job has come. */
export interface JobProgress {
  /** What it is at, such as the name of a section. */
  step: string;
  /** Items of all steps so far. */
  done: number;
}

/** Long work that somebody asked for. Whichever replica has its lease does it. */
export interface Job {
  /** UUID. */
  id: string;
  kind: JobKind;
  /** Who asked for it, and in which language the mails are. */
  owner: number;
  language: string;
  parameters: Record<string, unknown>;
  /** Path in the file store of what was uploaded for it; removed at the end. */
  upload: string | null;
  state: JobState;
  progress: JobProgress;
  /** The project that it is making; removed before it starts over, and when it fails. */
  project: number | null;
  result: Record<string, unknown> | null;
  /** The body of the error that it failed with. */
  error: unknown;
  /** Path of a file that it made, kept until the job expires. */
  file: string | null;
  /** The request waits for it: if the process dies nobody wants it any more. */
  attended: boolean;
  attempts: number;
  holder: string;
  leased_until: string;
  created_date: string;
  modified_date: string;
  /** When the job and its file are removed; null while it isn't done. */
  expires: string | null;
}

/** What the handler of a job works with. */
export interface JobWork {
  node: NodeTools;
  call: Caller;
  job: Job;
  /** Aborted when the lease was lost or the process stops: the work must end soon. */
  signal: AbortSignal;
  /** Notes how far it is; cheap, as it is kept only now and then. */
  progress(step: string, done: number): void;
  /** Notes the project that the job makes, before it exists. */
  makes(project: number): Promise<void>;
}

/** What a job ends with. */
export interface JobOutcome {
  /** Shown to the owner by `GET /importer/jobs/{id}`. */
  result: Record<string, unknown>;
  /** Path of a file for the owner. */
  file?: string;
}

export interface JobHandler {
  kind: JobKind;
  /** Starts from the beginning whenever it is called. @throws ApiError with the body that the owner is shown */
  run(work: JobWork): Promise<JobOutcome>;
  /** Mails the owner; not called for attended jobs. */
  succeeded?(work: Omit<JobWork, 'progress' | 'makes' | 'signal'>, outcome: JobOutcome): Promise<void>;
  failed?(work: Omit<JobWork, 'progress' | 'makes' | 'signal'>, error: unknown): Promise<void>;
}

export const jobCollection: CollectionDeclaration = {
  name: 'jobs',
  indexes: [{ fields: ['state', 'leased_until'] }, { fields: ['expires'] }],
};

export const jobsOf = (store: Store): Collection<Job> => store.collection<Job>(jobCollection.name);
