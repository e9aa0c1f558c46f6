import { notFound } from '../../lib/errors';
import { authenticatedCan, demandWritable, superuser } from '../../lib/resource/access';
import type { FieldErrors, RestAction } from '../../lib/resource/define';
import { f, messages } from '../../lib/resource/fields';
import { readBody, readValid, refuse } from '../../lib/resource/read-body';
import { created, type RestRequest } from '../../lib/resource/request';
import { now } from '../../lib/resource/values';
import { View } from '../../lib/resource/view';
import { storedUnlessDuplicate } from '../../lib/store/duplicates';
import { nextFreeSlug, slugOrNull } from '../../lib/text/slug';
import { createProject } from './creation';
import { answerProject } from './detail/detail';
import { projectsOf } from './documents';
import { demandSlot } from './limits';
import { changingAction, readingAction, type Target } from './project-action';
import { templatesOf, type ProjectTemplate } from './templates/template.document';
import { serializeTemplate } from './templates/template.resource';
import { contentsOf } from './templates/template.rules';

const copyFields = {
  name: f.text({ required: true, max: 250 }),
  description: f.text({ required: true }),
  is_private: f.boolean({ required: true }),
};

async function duplicate(request: RestRequest, { project, context }: Target) {
  const { values, errors } = readBody(copyFields, request.body, 'create');
  const users = readUsers(request.body.users, errors);
  refuse(errors);
  const owner = request.requireUser().id;
  if (!users.every((user) => context.members.some((member) => member.user === user))) throw notFound('User');
  demandWritable(context);
  const own = {
    name: values.name as string,
    description: values.description as string,
    is_private: values.is_private as boolean,
    creation_template: project.creation_template,
    anon_permissions: [],
    public_permissions: [],
    total_milestones: null,
    total_story_points: null,
    tags: project.tags,
    tags_colors: project.tags_colors,
  };
  const copied = users.filter((user) => user !== owner);
  await demandSlot(request, { owner, isPrivate: own.is_private, people: { users: [owner, ...copied], emails: [] } });
  const copy = await createProject(request, owner, own, contentsOf(project, context));
  if (copied.length > 0) await request.call('memberships.copyMembers', { from: project.id, to: copy.id, users: copied, invitedBy: owner });
  const stored = await projectsOf(request.node.store).findById(copy.id);
  return answerProject(request, stored ?? copy, 201);
}

/** `[{id}, …]`, without repetitions. */
function readUsers(value: unknown, errors: FieldErrors): number[] {
  if (value === undefined || value === null || value === '') errors.users = [messages.required];
  if (!Array.isArray(value)) {
    errors.users ??= ['Expected a list of items.'];
    return [];
  }
  const ids = value.map((item: unknown) => (typeof item === 'object' && item !== null && 'id' in item ? item.id : undefined));
  const problems = ids.map((id) => (Number.isSafeInteger(id) ? {} : { id: [id === undefined ? messages.required : messages.whole] }));
  if (problems.some((problem) => 'id' in problem)) errors.users = problems;
  return [...new Set(ids.filter((id): id is number => typeof id === 'number'))];
}

async function createTemplate(request: RestRequest, { project, context }: Target) {
  const { name, description } = readTemplateNames(request.body);
  const contents = contentsOf(project, context);
  const at = now();
  const id = await request.node.store.take('project_templates');
  const template: ProjectTemplate = {
    ...contents,
    id,
    name,
    description,
    slug: '',
    order: Date.now(),
    created_date: at,
    modified_date: at,
  };
  await insertWithSlug(request, template);
  const view = await View.of(request.node, request.facts, [template], {});
  return created(serializeTemplate(template, view));
}

/** The interface names the two parameters in two ways. @throws 400 */
function readTemplateNames(body: Record<string, unknown>): { name: string; description: string } {
  const wanted = { template_name: body.template_name ?? body.name, template_description: body.template_description ?? body.description };
  const fields = { template_name: f.text({ required: true, max: 250 }), template_description: f.text({ required: true }) };
  const values = readValid(fields, wanted, 'create');
  return { name: values.template_name as string, description: values.template_description as string };
}

async function insertWithSlug(request: RestRequest, template: ProjectTemplate): Promise<void> {
  const templates = templatesOf(request.node.store);
  const base = slugOrNull(template.name);
  do {
    const similar = await templates.find({ filter: { slug: { prefix: base } }, fields: ['slug'] });
    template.slug = nextFreeSlug(base, new Set(similar.map(({ slug }) => slug)));
  } while (!(await storedUnlessDuplicate(() => templates.insert(template))));
}

/** A project as the pattern of others (projects.md §1, §9). */
export const copyActions: RestAction[] = [
  readingAction({ name: 'duplicate', method: 'POST', path: 'duplicate', access: authenticatedCan('view_project'), handler: duplicate }),
  changingAction({ name: 'createTemplate', method: 'POST', path: 'create_template', access: superuser, handler: createTemplate }),
];
