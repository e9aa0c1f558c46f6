import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { apiError, notFound, validationError } from '../../../lib/errors';
import { randomFilePath } from '../../../lib/files';
import type { Reply } from '../../../lib/contracts/http';
import type { ProjectContext } from '../../../lib/contracts/project-context';
import { authenticated, can, demand, demandWritable } from '../../../lib/resource/access';
import type { RestAction } from '../../../lib/resource/define';
import { f } from '../../../lib/resource/fields';
import { readBody, refuse } from '../../../lib/resource/read-body';
import { created, noContent, ok, type RestRequest } from '../../../lib/resource/request';
import { duplicateKeyOf } from '../../../lib/store/errors';
import { jobLoopOf } from '../jobs/loop';
import { attributesOf, readMapping, suggestedMapping, tableKinds, type Mapping, type TableKind } from './columns.rules';
import type { CsvParameters } from './import-csv';
import { problemsOf } from './make-elements';
import { limits, storedTable, tableOf } from './table';
import { csvUploadsOf, purgeUploads, removeUpload, type CsvUpload } from './uploads';

const fields = { project: f.link('projects', { required: true }), kind: f.choice(tableKinds, { required: true }) };
const adding: Record<TableKind, string> = { userstories: 'add_us', issues: 'add_issue' };
const shownRows = 3;
/** Milliseconds. */
const kept = 86_400_000;

async function upload(request: RestRequest): Promise<Reply> {
  const { node, params } = request;
  const owner = request.requireUser().id;
  const { values, errors } = readBody(fields, request.body, 'create');
  if (params.file?.field !== 'file' || !request.stream) errors.file = ['This field is required.'];
  refuse(errors);
  const kind = values.kind as TableKind;
  const context = await writable(request, values.project as number, kind);
  if ((params.file?.size ?? 0) > limits.size) throw apiError('TOO_LARGE');
  const content = await buffer(request.stream as NonNullable<typeof request.stream>);
  const { columns, rows } = tableOf(content);
  await purgeUploads(node);
  const now = Date.now();
  const path = randomFilePath('imports', 'table.csv');
  const dates = { created_date: new Date(now).toISOString(), expires: new Date(now + kept).toISOString() };
  const stored: CsvUpload = { id: randomUUID(), owner, project: context.id, kind, path, ...dates };
  // The note comes first, so that a file without one is never left behind.
  await csvUploadsOf(node).insert(stored);
  await node.files.put(path, content, { contentType: 'text/csv' });
  const attributes = attributesOf(kind, context);
  const facts = { id: stored.id, project: context.id, kind, columns, rows: rows.length, expires: stored.expires };
  const sample = rows.slice(0, shownRows).map(({ cells }) => cells);
  return created({ ...facts, sample, attributes, mapping: suggestedMapping(columns, attributes) });
}

async function dryRun(request: RestRequest): Promise<Reply> {
  const { found, context, table, mapping } = await read(request);
  const { facts, node, call } = request;
  const wanted = { source: found.id, kind: found.kind, context, user: request.requireUser(), language: facts.language, table, mapping };
  const errors = await problemsOf({ node, call }, wanted);
  return ok({ rows: table.rows.length, errors });
}

async function start(request: RestRequest): Promise<Reply> {
  const { found, mapping } = await read(request);
  const parameters: CsvParameters = { project: found.project, kind: found.kind, mapping };
  const wanted = {
    id: found.id,
    kind: 'import_csv' as const,
    owner: found.owner,
    language: request.facts.language,
    upload: found.path,
    parameters,
  };
  try {
    await jobLoopOf(request.node).enqueue(wanted);
  } catch (error) {
    if (duplicateKeyOf(error)) throw apiError('BAD_REQUEST', 'The import was started already');
    throw error;
  }
  await csvUploadsOf(request.node).remove({ id: found.id });
  return { status: 202, body: JSON.stringify({ job: found.id }) };
}

async function discard(request: RestRequest): Promise<Reply> {
  await removeUpload(request.node, await own(request));
  return noContent;
}

interface ReadImport {
  found: CsvUpload;
  context: ProjectContext;
  table: Awaited<ReturnType<typeof storedTable>>;
  mapping: Mapping;
}

async function read(request: RestRequest): Promise<ReadImport> {
  const found = await own(request);
  const context = await writable(request, found.project, found.kind);
  const table = await storedTable(request.node.files, found.path);
  return { found, context, table, mapping: readMapping(request.body.mapping, table.columns, attributesOf(found.kind, context)) };
}

/** @throws 404 */
async function own(request: RestRequest): Promise<CsvUpload> {
  const user = request.requireUser().id;
  const found = await csvUploadsOf(request.node).findById(request.path.id ?? '');
  if (found?.owner !== user) throw notFound('CsvUpload');
  return found;
}

/** @throws 400 for an unknown project, 403, 451 */
async function writable(request: RestRequest, project: number, kind: TableKind): Promise<ProjectContext> {
  const context = await request.context(project);
  if (!context) throw validationError({ project: [`Invalid pk '${project}' - object does not exist.`] });
  demand(can(adding[kind]), { user: request.user, context, document: null, body: {} });
  demandWritable(context);
  return context;
}

const one = '/importers/csv/:id';
const base = { access: authenticated, scope: 'write' } as const;

/** Tables as CSV files: an addition to the interface. */
export const csvActions: RestAction[] = [
  {
    ...base,
    name: 'csv.upload',
    rest: { method: 'POST', path: '/importers/csv', upload: true },
    handler: upload,
    summary: 'Upload a table of user stories or issues',
  },
  {
    ...base,
    name: 'csv.dryRun',
    rest: { method: 'POST', path: `${one}/dry_run` },
    timeout: 0,
    handler: dryRun,
    summary: 'What is wrong with the rows of a table',
  },
  { ...base, name: 'csv.import', rest: { method: 'POST', path: `${one}/import` }, handler: start, summary: 'Import a table as a job' },
  { ...base, name: 'csv.discard', rest: { method: 'DELETE', path: one }, handler: discard, summary: 'Forget an uploaded table' },
];
