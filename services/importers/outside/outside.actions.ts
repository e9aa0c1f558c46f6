import { apiError } from '../../../lib/errors';
import type { Reply } from '../../../lib/contracts/http';
import { authenticated } from '../../../lib/resource/access';
import type { RestAction } from '../../../lib/resource/define';
import { ok, type RestRequest } from '../../../lib/resource/request';
import { failingAs } from './inquiries';
import { importOptions } from './options';
import type { ImportParameters } from './import';
import { jobLoopOf } from '../jobs/loop';
import { knownPeople } from './people';
import { projectIn } from './parameters';
import type { OutsideSystem } from './system';
import { outsideSystems } from './systems';

type Handler = (system: OutsideSystem, request: RestRequest) => Promise<Reply>;

async function authUrl(system: OutsideSystem, request: RestRequest): Promise<Reply> {
  return ok({ url: await system.authUrl(request) });
}

async function authorize(system: OutsideSystem, request: RestRequest): Promise<Reply> {
  return ok(await system.authorize(request));
}

async function listProjects(system: OutsideSystem, request: RestRequest): Promise<Reply> {
  const access = system.access(request);
  return ok(await failingAs((failure) => system.refusal(failure, 'projects'), system.projects(request.node, access)));
}

async function listUsers(system: OutsideSystem, request: RestRequest): Promise<Reply> {
  const project = projectIn(request);
  const access = system.access(request);
  const people = await failingAs((failure) => system.refusal(failure, 'users'), system.people(request.node, access, project, request.body));
  const known = await knownPeople(request, people, system.name === 'github' ? 'github' : null);
  return ok(people.map((person) => system.shown(person, known.get(person.id) ?? null)));
}

async function importOutside(system: OutsideSystem, request: RestRequest): Promise<Reply> {
  const project = projectIn(request);
  const access = system.access(request);
  const options = await importOptions(request, project);
  system.checkOptions?.(options);
  const { node, call, facts } = request;
  const parameters: ImportParameters = { access, options };
  const job = { kind: `import_${system.name}` as const, owner: request.requireUser().id, language: facts.language, parameters };
  const loop = jobLoopOf(node);
  if (node.config.projects.taskQueue) return { status: 202, body: JSON.stringify({ task_id: (await loop.enqueue(job)).id }) };
  const { project: _id, ...made } = (await loop.attend({ node, call }, job)).result;
  return ok(made);
}

/** The paths of a system that is off don't exist, whoever asks. */
const served =
  (system: OutsideSystem, handler: Handler): RestAction['handler'] =>
  (request) => {
    if (!request.node.config.projects.importers.includes(system.name)) throw apiError('NOT_FOUND');
    request.requireUser();
    return handler(system, request);
  };

const actionsOf = (system: OutsideSystem): RestAction[] => {
  const action = (name: string, method: 'GET' | 'POST', handler: Handler, summary: string): RestAction => ({
    name: `importers.${system.name}.${name}`,
    rest: { method, path: `/importers/${system.name}/${name}` },
    access: authenticated,
    checksAccess: true,
    // Also of the GET, which begins an authorization.
    scope: 'admin',
    handler: served(system, handler),
    summary,
  });
  return [
    action('auth_url', 'GET', authUrl, 'Where the user lets the importer in'),
    action('authorize', 'POST', authorize, 'The token for what the user brought back'),
    action('list_projects', 'POST', listProjects, 'Projects that may be imported'),
    action('list_users', 'POST', listUsers, 'People of an outside project'),
    { ...action('import_project', 'POST', importOutside, 'Imports an outside project'), timeout: 0 },
  ];
};

/** Import from other systems (importers.md). */
export const outsideActions: readonly RestAction[] = outsideSystems.flatMap(actionsOf);
