import { apiError, apiErrorOf, notFound, validationError } from '../../../lib/errors';
import type { Reply } from '../../../lib/contracts/http';
import type { DumpItem, DumpProject, SectionName } from '../../../lib/dumps/types';
import { authenticated, demand, demandWritable, projectAdministrator } from '../../../lib/resource/access';
import type { RestAction } from '../../../lib/resource/define';
import { created, type RestRequest } from '../../../lib/resource/request';
import { DumpText } from '../export/dump-text';
import { jobLoopOf } from '../jobs/loop';
import { KnownAccounts } from './accounts';
import { importRead } from './import-project';
import { itemIn } from './piece';
import { demandProject } from './set-up';

/** The lists that single items may be added to, by the last segment of the path. */
const sectionOf: Readonly<Record<string, Exclude<SectionName, 'timeline' | 'epics'>>> = {
  milestone: 'milestones',
  us: 'user_stories',
  task: 'tasks',
  issue: 'issues',
  wiki_page: 'wiki_pages',
  wiki_link: 'wiki_links',
};

/** Bad items are told by their list alone here, without the step. */
async function withPlainErrors<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const body = apiErrorOf(error)?.data.body as { details?: Record<string, unknown> } | null | undefined;
    throw body?.details ? validationError(body.details) : error;
  }
}

const nothing: AsyncIterable<DumpItem> = {
  [Symbol.asyncIterator]: () => ({ next: () => Promise.resolve({ done: true, value: undefined }) }),
};

/** A worker for what ends with its request. */
const worker = ({ node, call }: RestRequest) => ({
  node,
  call,
  signal: new AbortController().signal,
  progress: () => undefined,
  makes: () => Promise.resolve(),
});

/** POST /importer: a project without elements. */
async function importBare(request: RestRequest): Promise<Reply> {
  const { node, call } = request;
  const dump = request.body as DumpProject;
  const read = await withPlainErrors(() => Promise.resolve(demandProject(dump)));
  if (read.roles.length === 0) throw apiError('BAD_REQUEST', 'We needed at least one role');
  const accounts = new KnownAccounts(node, call);
  await accounts.learn([read.owner]);
  const user = request.requireUser().id;
  const owner = accounts.of(read.owner) ?? user;
  const wanted = { kind: 'import_project' as const, owner: user, language: request.facts.language, parameters: {} };
  const { result } = await jobLoopOf(node).attend({ node, call }, wanted, async (work) => {
    const logo = dump.logo && typeof dump.logo.data === 'string' ? dump.logo : null;
    const id = await importRead(work, { read, logo, items: () => nothing }, { owner, tellsCreation: false });
    return { result: { project: id } };
  });
  const id = Number(result.project);
  const text = await textOf(await DumpText.of(worker(request), id), (dumpText) => dumpText.projectAlone());
  return { status: 201, body: `${text.slice(0, -1)},"id":${id}}` };
}

/** POST /importer/{id}/us and the like: one item more. */
async function importItem(request: RestRequest, section: (typeof sectionOf)[string]): Promise<Reply> {
  const context = await request.context(request.id);
  if (!context) throw notFound();
  demand(projectAdministrator, { user: request.user, context, document: null, body: {} });
  demandWritable(context);
  const work = worker(request);
  const id = await withPlainErrors(() =>
    itemIn(work, context, request.requireUser().id, { section, item: request.body } as unknown as DumpItem),
  );
  const text = await textOf(await DumpText.of(work, context.id), (dumpText) => dumpText.single(section, id));
  return created(JSON.parse(text));
}

async function textOf(dump: DumpText, pieces: (dump: DumpText) => AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const piece of pieces(dump)) text += piece;
  return text;
}

/** Import in pieces (dumps.md). */
export const pieceActions: RestAction[] = [
  {
    name: 'importer.create',
    rest: { method: 'POST', path: '/importer' },
    access: authenticated,
    timeout: 0,
    handler: importBare,
    summary: 'A project as in a dump, without elements',
  },
  ...Object.entries(sectionOf).map(([name, section]): RestAction => ({
    name: `importer.${name}`,
    rest: { method: 'POST', path: `/importer/:id/${name}` },
    access: projectAdministrator,
    checksAccess: true,
    handler: (request) => importItem(request, section),
    summary: 'One item as in a dump',
  })),
];
