import { apiError, rawError, validationError } from '../../lib/errors';
import { anyone, authenticated, demandWritable, projectAdministrator, refusal } from '../../lib/resource/access';
import type { RestAction } from '../../lib/resource/define';
import { isListed } from '../../lib/resource/permissions';
import { validDraft } from '../../lib/resource/operations/create';
import { forChanging, forReading } from '../../lib/resource/operations/lookup';
import { empty, noContent, type RestRequest } from '../../lib/resource/request';
import { createProject } from './creation';
import { answerProject } from './detail/detail';
import { projectsOf } from './documents';
import { demandSlot } from './limits';
import { listProjects } from './list';
import { ordersAfter, readOrders } from './project-orders.rules';
import { emptyDependent } from './project.rules';
import { projects, viewProject } from './projects.resource';
import { removeProject } from './removal';
import { templatesOf } from './templates/template.document';

const all = '/projects';

async function create(request: RestRequest) {
  const draft = await validDraft(projects, request);
  const owner = request.requireUser().id;
  const { after } = draft;
  // The flag sent counts here, though the template's replaces it.
  emptyDependent(after);
  await demandSlot(request, { owner, isPrivate: after.is_private, people: { users: [owner], emails: [] } });
  const templates = templatesOf(request.node.store);
  const template =
    after.creation_template === null ? await templates.findOne({ slug: 'scrum' }) : await templates.findById(after.creation_template);
  if (!template) throw validationError({ creation_template: ['There is no template to make the project from.'] });
  const project = await createProject(request, owner, { ...after, creation_template: template.id }, template);
  return answerProject(request, project, 201);
}

async function retrieve(request: RestRequest) {
  const { document } = await forReading(projects, request, viewProject);
  return answerProject(request, document, 200);
}

async function bySlug(request: RestRequest) {
  const project = await projectsOf(request.node.store).findOne({ slug: request.query.slug ?? '' });
  const context = project && (await request.context(project.id));
  if (!context || !isListed(context, request.user, 'view_project')) throw request.user === null ? refusal(null) : apiError('NOT_FOUND');
  return answerProject(request, project, 200);
}

async function destroy(request: RestRequest) {
  const { document, context } = await forChanging(projects, request, projectAdministrator);
  if (context) demandWritable(context);
  await removeProject(request, document.id);
  return noContent;
}

async function bulkUpdateOrder(request: RestRequest) {
  if (request.user === null) throw rawError(401, 'NOT_AUTHENTICATED', null);
  const orders = readOrders(request.params.body);
  const contexts = await request.node.caches.projects.many(orders.map(({ project }) => project));
  const errors = orders.map(({ project }) => (contexts.has(project) ? {} : { project_id: ["There's no project with that id"] }));
  if (contexts.size < new Set(orders.map(({ project }) => project)).size) throw rawError(400, 'VALIDATION', errors);
  const user = request.user.id;
  const [own] = await request.call('memberships.ofUsers', { users: [user] });
  const present = (own?.memberships ?? []).map(({ project, user_order }) => ({ project, order: user_order }));
  await request.call('memberships.setOrders', { user, orders: ordersAfter(present, orders) });
  return empty;
}

/** What there is to do with projects as such; see the other `*.actions` for what is done in one of them. */
export const projectActions: RestAction[] = [
  { name: 'project.list', rest: { method: 'GET', path: all }, access: anyone, handler: listProjects },
  { name: 'project.create', rest: { method: 'POST', path: all }, access: authenticated, checksAccess: true, handler: create },
  { name: 'project.bySlug', rest: { method: 'GET', path: `${all}/by_slug` }, access: viewProject, checksAccess: true, handler: bySlug },
  {
    name: 'project.bulkUpdateOrder',
    rest: { method: 'POST', path: `${all}/bulk_update_order` },
    access: authenticated,
    checksAccess: true,
    handler: bulkUpdateOrder,
  },
  { name: 'project.retrieve', rest: { method: 'GET', path: `${all}/:id` }, access: viewProject, checksAccess: true, handler: retrieve },
  {
    name: 'project.destroy',
    rest: { method: 'DELETE', path: `${all}/:id` },
    access: projectAdministrator,
    checksAccess: true,
    timeout: 0,
    handler: destroy,
  },
];
