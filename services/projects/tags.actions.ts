import { projectAdministrator } from '../../lib/resource/access';
import type { RestAction } from '../../lib/resource/define';
import { refuse } from '../../lib/resource/read-body';
import { empty, ok, type RestRequest } from '../../lib/resource/request';
import { changingAction, readingAction, type Target } from './project-action';
import { viewProject } from './projects.resource';
import { changeTags } from './tags';
import { readCreatedTag, readDeletedTag, readEditedTag, readMixedTags, renamed, withNewTags, without } from './tags.rules';

async function create(request: RestRequest, { project }: Target) {
  const { tag, errors } = readCreatedTag(request.body, project.tags_colors);
  refuse(errors);
  await changeTags(request.node, project.id, ({ tags_colors }) => withNewTags(tags_colors, [tag]));
  return empty;
}

async function edit(request: RestRequest, { project }: Target) {
  const { edit, errors } = readEditedTag(request.body, project.tags_colors);
  refuse(errors);
  await changeTags(request.node, project.id, ({ tags_colors }) => renamed(tags_colors, edit));
  if (edit.to !== edit.from) await renameInElements(request, project.id, [edit.from], edit.to);
  return empty;
}

async function remove(request: RestRequest, { project }: Target) {
  const { tag, errors } = readDeletedTag(request.body, project.tags_colors);
  refuse(errors);
  await changeTags(request.node, project.id, ({ tags_colors }) => without(tags_colors, [tag]));
  await renameInElements(request, project.id, [tag], null);
  return empty;
}

async function mix(request: RestRequest, { project }: Target) {
  const { from, to, errors } = readMixedTags(request.body, project.tags_colors);
  refuse(errors);
  const others = from.filter((tag) => tag !== to);
  await changeTags(request.node, project.id, ({ tags_colors }) => without(tags_colors, others));
  await renameInElements(request, project.id, others, to);
  return empty;
}

async function renameInElements(request: RestRequest, project: number, from: string[], to: string | null): Promise<void> {
  await Promise.all([request.call('backlog.renameTags', { project, from, to }), request.call('issues.renameTags', { project, from, to })]);
}

const tagAction = (name: string, path: string, handler: (request: RestRequest, target: Target) => ReturnType<typeof create>) =>
  changingAction({ name, method: 'POST', path, access: projectAdministrator, handler });

/** Tags of a project and their colours (projects.md §6). */
export const tagActions: RestAction[] = [
  readingAction({
    name: 'tagsColors',
    method: 'GET',
    path: 'tags_colors',
    access: viewProject,
    handler: (_request, { project }) => Promise.resolve(ok(Object.fromEntries(project.tags_colors))),
  }),
  tagAction('createTag', 'create_tag', create),
  tagAction('editTag', 'edit_tag', edit),
  tagAction('deleteTag', 'delete_tag', remove),
  tagAction('mixTags', 'mix_tags', mix),
];
