import { randomBytes } from 'node:crypto';
import { projectAdministrator } from '../../lib/resource/access';
import type { RestAction } from '../../lib/resource/define';
import { noContent, ok, type RestRequest } from '../../lib/resource/request';
import { now } from '../../lib/resource/values';
import { projectsOf, type ProjectSecrets } from './documents';
import { readModules, shownModules } from './modules.rules';
import { modulesOf } from './modules';
import { changingAction, readingAction, type Target } from './project-action';

const csvKinds = ['epics', 'userstories', 'tasks', 'issues'] as const;

/** Addresses of CSV reports hold an id that only who was told it knows. */
function csvActions(kind: (typeof csvKinds)[number]): RestAction[] {
  const key: keyof ProjectSecrets = `${kind}_csv_uuid`;
  const store = async (request: RestRequest, { project }: Target, uuid: string | null) => {
    await projectsOf(request.node.store).updateOne({ id: project.id }, { set: { [key]: uuid, modified_date: now() } });
    return ok({ uuid });
  };
  const action = (verb: string, uuid: () => string | null) =>
    changingAction({
      name: `${verb}.${key}`,
      method: 'POST',
      path: `${verb}_${key}`,
      access: projectAdministrator,
      handler: (request, target) => store(request, target, uuid()),
    });
  return [action('regenerate', () => randomBytes(16).toString('hex')), action('delete', () => null)];
}

async function readModulesOf(request: RestRequest, { project, context }: Target) {
  const modules = await modulesOf(request.node.store, project.id);
  return ok(shownModules(modules, context, request.node.config.addresses.api));
}

async function changeModules(request: RestRequest, { project }: Target) {
  const modules = readModules(request.body);
  const set = Object.fromEntries(Object.entries(modules).map(([name, value]) => [`modules.${name}`, value]));
  if (Object.keys(set).length > 0) await projectsOf(request.node.store).updateOne({ id: project.id }, { set });
  return noContent;
}

/** Secrets of a project: ids of reports and the configuration of inbound hooks (projects.md §6). */
export const secretActions: RestAction[] = [
  ...csvKinds.flatMap(csvActions),
  readingAction({ name: 'modules', method: 'GET', path: 'modules', access: projectAdministrator, handler: readModulesOf }),
  changingAction({ name: 'changeModules', method: 'PATCH', path: 'modules', access: projectAdministrator, handler: changeModules }),
];
