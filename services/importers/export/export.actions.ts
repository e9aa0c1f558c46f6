import { rawError } from '../../../lib/errors';
import type { Reply } from '../../../lib/contracts/http';
import { demand, projectAdministrator } from '../../../lib/resource/access';
import type { RestAction } from '../../../lib/resource/define';
import { ok, type RestRequest } from '../../../lib/resource/request';
import { jobLoopOf } from '../jobs/loop';

async function exportProject(request: RestRequest): Promise<Reply> {
  const context = await request.context(request.id);
  if (!context) throw rawError(404, 'NOT_FOUND', { _error_message: '' });
  demand(projectAdministrator, { user: request.user, context, document: null, body: {} });
  const { node, call } = request;
  const parameters = { project: context.id, slug: context.slug, name: context.name, gzip: request.query.dump_format === 'gzip' };
  const wanted = { kind: 'export_dump' as const, owner: request.requireUser().id, language: request.facts.language, parameters };
  if (node.config.projects.taskQueue) {
    const { id } = await jobLoopOf(node).enqueue(wanted);
    return { status: 202, body: JSON.stringify({ export_id: id }) };
  }
  const { result } = await jobLoopOf(node).attend({ node, call }, wanted);
  return ok(result);
}

/** `GET /exporter/{id}` (dumps.md, Export). */
export const exportActions: RestAction[] = [
  {
    name: 'exporter.dump',
    rest: { method: 'GET', path: '/exporter/:id' },
    access: projectAdministrator,
    checksAccess: true,
    // A GET that makes something: all of the project, also what no list shows.
    scope: 'admin',
    timeout: 0,
    handler: exportProject,
    summary: 'The dump of a project',
  },
];
