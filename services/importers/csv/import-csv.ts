import type { RowProblem } from '../../../lib/contracts/row-actions';
import { apiError, apiErrorOf, rawError } from '../../../lib/errors';
import { mailOwner } from '../jobs/mails';
import type { JobHandler, JobOutcome, JobWork } from '../jobs/job';
import type { Mapping, TableKind } from './columns.rules';
import { makeElements, problemsOf, type TableImport } from './make-elements';
import { storedTable } from './table';

/** Wrong rows that the mail tells; the job has more of them. */
const mostToldRows = 10;

/** What a job for a table is told. */
export interface CsvParameters extends Record<string, unknown> {
  project: number;
  kind: TableKind;
  mapping: Mapping;
}

async function run(work: JobWork): Promise<JobOutcome> {
  const wanted = await wantedImport(work);
  const { rows } = wanted.table;
  work.progress('check', 0);
  // Rows that an attempt before has made are still right.
  const problems = await problemsOf(work, wanted);
  if (problems.length > 0) throw rawError(400, 'WRONG_ROWS', { _error_message: 'Some rows are wrong; nothing was made', errors: problems });
  const refs: number[] = [];
  for await (const made of makeElements(work, wanted)) {
    const [problem] = made.problems;
    if (problem)
      throw rawError(400, 'WRONG_ROWS', {
        _error_message: 'The project has changed meanwhile',
        created: refs.length,
        errors: made.problems,
      });
    refs.push(...made.refs);
    work.progress(wanted.kind, refs.length);
    work.signal.throwIfAborted();
  }
  return { result: { project: wanted.context.id, kind: wanted.kind, rows: rows.length, created: refs.length, refs: rangesOf(refs) } };
}

async function wantedImport({ node, job }: JobWork): Promise<TableImport> {
  const { project, kind, mapping } = job.parameters as CsvParameters;
  const [card, context] = await Promise.all([node.caches.users.one(job.owner), node.caches.projects.one(project)]);
  if (!card?.is_active || !context || job.upload === null) throw apiError('NOT_FOUND');
  const table = await storedTable(node.files, job.upload);
  const user = { id: card.id, isSuperuser: card.is_superuser };
  return { source: job.id, kind, context, user, language: job.language, table, mapping };
}

/** `[first, last]` of each run of refs. */
function rangesOf(refs: readonly number[]): [number, number][] {
  const ranges: [number, number][] = [];
  for (const ref of [...refs].sort((one, other) => one - other)) {
    const last = ranges.at(-1);
    if (last && ref === last[1] + 1) last[1] = ref;
    else ranges.push([ref, ref]);
  }
  return ranges;
}

/** What is wrong with the first rows, in words. */
function reasonOf(error: unknown): string {
  const body = apiErrorOf(error)?.data.body as { _error_message?: unknown; errors?: RowProblem[] } | null | undefined;
  const rows = (body?.errors ?? []).slice(0, mostToldRows).map(({ line, errors }) => `${line}: ${wordsOf(errors)}`);
  return [body?._error_message ?? 'unexpected error', ...rows].join('\n');
}

const wordsOf = (errors: RowProblem['errors']) =>
  Object.entries(errors)
    .map(([field, messages]) => `${field}: ${Array.isArray(messages) ? messages.join(' ') : JSON.stringify(messages)}`)
    .join('; ');

/** User stories or issues of a CSV file. Who asked sees state and result of the job, and is told its end by mail. */
export const importCsv: JobHandler = {
  kind: 'import_csv',
  run,
  async succeeded(work, { result }) {
    const context = await projectOf(work);
    if (!context) return;
    const projectUrl = `${work.node.config.addresses.site}/project/${context.slug}`;
    await mailOwner(work, 'table_done', { project: context.name, created: Number(result.created), projectUrl });
  },
  async failed(work, error) {
    const context = await projectOf(work);
    if (context) await mailOwner(work, 'table_failed', { project: context.name, reason: reasonOf(error) });
  },
};

const projectOf = ({ node, job }: Pick<JobWork, 'node' | 'job'>) => node.caches.projects.one((job.parameters as CsvParameters).project);
