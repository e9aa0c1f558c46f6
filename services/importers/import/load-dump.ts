import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { apiError, apiErrorOf } from '../../../lib/errors';
import type { Reply } from '../../../lib/contracts/http';
import { unlessStalled } from '../../../lib/files/streams';
import { authenticated } from '../../../lib/resource/access';
import type { RestAction } from '../../../lib/resource/define';
import type { RestRequest } from '../../../lib/resource/request';
import type { JobHandler, JobOutcome, JobWork } from '../jobs/job';
import { jobLoopOf } from '../jobs/loop';
import { mailOwner } from '../jobs/mails';
import { readDump } from './dump-source';
import { importProject } from './import-project';

/** Reads a dump and imports it. */
async function load(work: JobWork, content: Readable, gzip: boolean): Promise<JobOutcome> {
  work.progress('reading', 0);
  const dump = await readDump({ content, gzip, limit: work.node.config.projects.maxDump });
  try {
    const project = await importProject(work, dump, { owner: work.job.owner });
    return { result: { project, slug: (await work.node.caches.projects.one(project))?.slug } };
  } finally {
    await dump.remove();
  }
}

async function loadDump(request: RestRequest): Promise<Reply> {
  const { node, call, params, stream } = request;
  const { file } = params;
  if (file?.field !== 'dump' || !stream) throw apiError('WRONG_ARGUMENTS', 'Needed dump file');
  const gzip = /^application\/(x-)?gzip$/.test(file.contentType);
  const wanted = { kind: 'load_dump' as const, owner: request.requireUser().id, language: request.facts.language, parameters: { gzip } };
  if (!node.config.projects.taskQueue) {
    const { result } = await jobLoopOf(node).attend({ node, call }, wanted, (work) => load(work, stream, gzip));
    return { status: 201, body: await call('projects.loadedForm', { project: Number(result.project) }) };
  }
  const id = randomUUID();
  const upload = `imports/${id}/dump`;
  await node.files.put(upload, Readable.from(unlessStalled(stream), { objectMode: false }), { contentType: file.contentType });
  await jobLoopOf(node).enqueue({ ...wanted, id, upload });
  return { status: 202, body: JSON.stringify({ import_id: id }) };
}

/** `POST /importer/load_dump` (dumps.md, Import). */
export const loadActions: RestAction[] = [
  {
    name: 'importer.loadDump',
    rest: { method: 'POST', path: '/importer/load_dump', upload: true },
    access: authenticated,
    timeout: 0,
    handler: loadDump,
    summary: 'A project of a dump',
  },
];

/** What whoever asked for an import is told at its end. */
export const importMails: Pick<JobHandler, 'succeeded' | 'failed'> = {
  async succeeded({ node, call, job }, { result }) {
    const context = await node.caches.projects.one(Number(result.project));
    const projectUrl = `${node.config.addresses.site}/project/${String(result.slug)}`;
    await mailOwner({ node, call, job }, 'import_done', { project: context?.name ?? String(result.slug), projectUrl });
  },
  failed: ({ node, call, job }, error) => mailOwner({ node, call, job }, 'import_failed', { reason: reasonOf(error) }),
};

/** The queued import of an uploaded dump. */
export const loadDumpJob: JobHandler = {
  kind: 'load_dump',
  async run(work) {
    const { upload, parameters } = work.job;
    const found = upload === null ? null : await work.node.files.get(upload);
    if (!found) throw apiError('BAD_REQUEST', 'The uploaded dump is gone');
    return load(work, found.stream, parameters.gzip === true);
  },
  ...importMails,
};

/** The error in words, with the places of the bad items. */
export function reasonOf(error: unknown): string {
  const body = apiErrorOf(error)?.data.body;
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return 'unexpected error importing project';
  const { error: step, _error_message: message, place, places, details } = body as Record<string, unknown>;
  const where = place ?? (Array.isArray(places) ? places.slice(0, 5).join(', ') : undefined);
  const facts = [step ?? message, where, details && JSON.stringify(details).slice(0, 1000)];
  return facts.filter((fact) => typeof fact === 'string' && fact !== '').join('\n');
}
