import { apiError, rawError } from '../../../lib/errors';
import type { JobHandler, JobOutcome, JobWork } from '../jobs/job';
import type { Mapping, TableKind } from './columns.rules';
import { makeElements, problemsOf, type TableImport } from './make-elements';
import { storedTable } from './table';

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

/** User stories or issues of a CSV file. Who asked sees state and result of the job. */
export const importCsv: JobHandler = { kind: 'import_csv', run };
