import { randomBytes } from 'node:crypto';
import { pipeline, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import type { JobHandler, JobOutcome, JobWork } from '../jobs/job';
import { mailOwner } from '../jobs/mails';
import { DumpText } from './dump-text';

/** Pieces are gathered so that the compressor and the store aren't called for every few bytes. Characters. */
const chunkLength = 65_536;

async function* gathered(pieces: AsyncIterable<string>): AsyncGenerator<Buffer> {
  let text = '';
  for await (const piece of pieces) {
    text += piece;
    if (text.length < chunkLength) continue;
    yield Buffer.from(text);
    text = '';
  }
  yield Buffer.from(text);
}

/** An error of the text ends the compressor too, which pipe alone wouldn't do. */
function compressed(text: Readable): Readable {
  const zipped = createGzip();
  pipeline(text, zipped, () => undefined);
  return zipped;
}

async function run(work: JobWork): Promise<JobOutcome> {
  const { node, job } = work;
  const { project, slug, gzip } = job.parameters as { project: number; slug: string; gzip: boolean };
  const dump = await DumpText.of(work, project);
  const name = `${slug.slice(0, 150)}-${randomBytes(16).toString('hex')}.json${gzip ? '.gz' : ''}`;
  const path = `exports/${project}/${name}`;
  const text = Readable.from(gathered(dump.pieces()), { objectMode: false });
  const content = gzip ? compressed(text) : text;
  await node.files.put(path, content, { contentType: gzip ? 'application/gzip' : 'application/json' });
  return { result: { url: `${node.config.addresses.api}/media/${path}` }, file: path };
}

/** The dump of a project as a file (dumps.md, Export). */
export const exportDump: JobHandler = {
  kind: 'export_dump',
  run,
  succeeded: ({ node, call, job }, { result }) =>
    mailOwner({ node, call, job }, 'dump_ready', { project: String(job.parameters.name), url: String(result.url), hours: lifetime(node) }),
  failed: ({ node, call, job }) => mailOwner({ node, call, job }, 'dump_failed', { project: String(job.parameters.name) }),
};

const lifetime = ({ config }: JobWork['node']) => Math.max(1, Math.round(config.projects.exportLifetime / 3600));
