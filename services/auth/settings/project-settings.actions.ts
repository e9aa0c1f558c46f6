import { apiError, notFound, validationError } from '../../../lib/errors';
import type { Reply } from '../../../lib/contracts/http';
import type { ProjectContext } from '../../../lib/contracts/project-context';
import { anyone, authenticated } from '../../../lib/resource/access';
import { membershipsOfUser } from '../../../lib/resource/memberships';
import type { RestAction } from '../../../lib/resource/define';
import { f } from '../../../lib/resource/fields';
import { memberOf } from '../../../lib/resource/permissions';
import { readValid, type Operation } from '../../../lib/resource/read-body';
import { ok, type RestRequest } from '../../../lib/resource/request';
import { projectSettingsOf, settingsFor, type ProjectSettings } from './project-settings';
import { allowedSections, sections } from './sections.rules';

const fields = {
  homepage: f.choice(
    sections.map(([number]) => number),
    {},
  ),
};

function shown(settings: ProjectSettings, context: ProjectContext, request: RestRequest): Record<string, unknown> {
  return {
    id: settings.id,
    project: settings.project,
    project_name: context.name,
    homepage: settings.homepage,
    allowed_sections: allowedSections(context, request.user),
  };
}

async function list(request: RestRequest): Promise<Reply> {
  const { user, node } = request;
  const only = request.integerInQuery('project');
  if (user === null) return ok([]);
  const projects = (await joinedProjects(request, user.id)).filter((project) => only === null || project === only);
  const [settings, contexts] = await Promise.all([settingsFor(node, user.id, projects), node.caches.projects.many(projects)]);
  const byProject = new Map(settings.map((one) => [one.project, one]));
  const items = projects.map((project) => {
    const [one, context] = [byProject.get(project), contexts.get(project)];
    return one && context ? shown(one, context, request) : null;
  });
  return ok(items.filter((item) => item !== null));
}

/** In the member's own order; where it says nothing, the newest membership first. */
async function joinedProjects(request: RestRequest, user: number): Promise<number[]> {
  const memberships = await membershipsOfUser(request.node, user);
  const sorted = memberships.toSorted((one, other) => one.user_order - other.user_order || other.membership - one.membership);
  return sorted.map(({ project }) => project);
}

interface Found {
  settings: ProjectSettings;
  context: ProjectContext;
}

/** One's own settings for a project that one is in. */
async function find(request: RestRequest): Promise<Found | null> {
  const { user, id, node } = request;
  if (user === null || id === null) return null;
  const settings = await projectSettingsOf(node).findById(id);
  if (settings?.user !== user.id) return null;
  const context = await request.context(settings.project);
  return context && memberOf(context, user) ? { settings, context } : null;
}

async function retrieve(request: RestRequest): Promise<Reply> {
  const found = await find(request);
  if (!found) throw notFound('UserProjectSettings');
  return ok(shown(found.settings, found.context, request));
}

async function change(request: RestRequest, operation: Operation): Promise<Reply> {
  const found = await find(request);
  if (!found) throw apiError('NOT_FOUND');
  const { settings, context } = found;
  const values: { homepage?: number } = readValid(fields, request.body, operation);
  const { homepage = settings.homepage } = values;
  if ('homepage' in values && !allowedSections(context, request.user).includes(homepage)) {
    throw validationError({ homepage: ["You don't have access to this section"] });
  }
  await projectSettingsOf(request.node).updateOne({ id: settings.id }, { set: { homepage } });
  await request.node.invalidate({ userHomepages: [settings.user] });
  return ok(shown({ ...settings, homepage }, context, request));
}

const all = '/user-project-settings';
const one = `${all}/:id`;

export const projectSettingsActions: readonly RestAction[] = [
  {
    name: 'user-project-settings.list',
    rest: { method: 'GET', path: all },
    access: anyone,
    handler: list,
    summary: 'Own settings by project',
  },
  {
    name: 'user-project-settings.retrieve',
    rest: { method: 'GET', path: one },
    access: anyone,
    handler: retrieve,
    summary: 'Own settings for a project',
  },
  {
    name: 'user-project-settings.replace',
    rest: { method: 'PUT', path: one },
    access: authenticated,
    handler: (request) => change(request, 'replace'),
    summary: 'Choose the section to begin with',
  },
  {
    name: 'user-project-settings.patch',
    rest: { method: 'PATCH', path: one },
    access: authenticated,
    handler: (request) => change(request, 'patch'),
    summary: 'Choose the section to begin with',
  },
];
