import { templateLists, type TemplateContents, type TemplateList } from './templates/template.document';
import { defaultsIn, rolesIn, settingsIn, tagsIn } from './templates/template.rules';
import { settingKinds, type SettingItem, type SettingKind } from '../../lib/contracts/project-context';
import type { Store } from '../../lib/contracts/store';
import { changeEntry } from '../../lib/resource/changes';
import type { RestRequest } from '../../lib/resource/request';
import { now } from '../../lib/resource/values';
import { DuplicateKeyError } from '../../lib/store/errors';
import { nextFreeSlug, slugOrNull } from '../../lib/text/slug';
import { projectsOf, type Project } from './documents';
import { projectFields } from './project.fields';
import { projectHistory } from './project.history';
import { emptyDependent, visibilityAfter } from './project.rules';
import { settingResources } from './settings';
import { searchWords } from './search.rules';

type Own = Pick<
  Project,
  | 'name'
  | 'description'
  | 'creation_template'
  | 'is_private'
  | 'anon_permissions'
  | 'public_permissions'
  | 'total_milestones'
  | 'total_story_points'
  | 'tags'
  | 'tags_colors'
>;

/**
 * Makes a project with everything that belongs to one (projects.md §2): settings, roles, the owner's membership and policy.
 * The project becomes visible once its settings are there.
 */
export async function createProject(request: RestRequest, owner: number, own: Own, contents: TemplateContents): Promise<Project> {
  const { node, call } = request;
  const id = await node.store.take('projects');
  const [settings, [account]] = await Promise.all([insertSettings(node.store, id, contents), call('auth.accounts', { ids: [owner] })]);
  const project = newProject(id, owner, own, contents, settings);
  const prefix = node.config.projects.slugPrefix && account ? `${account.username}-` : '';
  await insertWithSlug(node.store, project, slugOrNull(prefix + own.name));
  const roles = rolesIn(contents);
  await call('memberships.setUp', { project: id, roles, owner, ownerRole: contents.default_owner_role, email: account?.email ?? '' });
  await call('notifications.watchProject', { user: owner, project: id, level: 1 });
  await node.invalidate({ projects: [id] });
  await recordCreation(request, project);
  return (await projectsOf(node.store).findById(id)) ?? project;
}

function newProject(
  id: number,
  owner: number,
  own: Own,
  contents: TemplateContents,
  settings: Record<SettingKind, SettingItem[]>,
): Project {
  const values = {
    ...own,
    ...modulesOf(contents),
    ...chosenTags(own, contents),
    ...visibilityAfter(null, own),
    ...defaultsIn(contents.default_options, settings),
  };
  const project: Project = { ...initialProject(), ...values, id, owner };
  emptyDependent(project);
  return { ...project, ...searchWords(project) };
}

/** A project with nothing but initial values. */
export function initialProject(): Project {
  const initial = Object.entries(projectFields).map(([name, field]) => [name, field.initial()]);
  return { ...(Object.fromEntries(initial) as Project), created_date: now(), modified_date: now(), outbox: [], outbox_count: 0 };
}

function modulesOf({
  default_owner_role: _role,
  default_options: _options,
  roles: _roles,
  ...contents
}: TemplateContents): Partial<Project> {
  const lists = new Set<string>([...Object.keys(templateLists), 'tags', 'tags_colors']);
  return Object.fromEntries(Object.entries(contents).filter(([key]) => !lists.has(key) && key in projectFields && !identity.has(key)));
}

/** Keys that a stored template has for itself. */
const identity = new Set(['id', 'name', 'slug', 'description', 'order', 'created_date', 'modified_date']);

function chosenTags(own: Own, contents: TemplateContents): Pick<Project, 'tags' | 'tags_colors'> {
  const template = tagsIn(contents);
  return {
    tags: own.tags.length > 0 ? own.tags : template.tags,
    tags_colors: own.tags_colors.length > 0 ? own.tags_colors : template.tags_colors,
  };
}

async function insertSettings(store: Store, project: number, contents: TemplateContents): Promise<Record<SettingKind, SettingItem[]>> {
  const settings = Object.fromEntries(settingKinds.map((kind) => [kind, [] as SettingItem[]])) as Record<SettingKind, SettingItem[]>;
  const lists = Object.entries(templateLists) as [TemplateList, SettingKind][];
  await Promise.all(
    lists.map(async ([list, kind]) => {
      const resource = settingResources.find(({ collection }) => collection === kind);
      const entries = settingsIn(contents[list], resource?.fields ?? {});
      if (entries.length === 0) return;
      const first = await store.take(kind, entries.length);
      const dates = resource?.timestamps === false ? {} : { created_date: now(), modified_date: now() };
      settings[kind] = entries.map((entry, index) => ({ ...entry, id: first + index, project, ...dates }));
      await store.collection<SettingItem>(kind).insertMany(settings[kind]);
    }),
  );
  return settings;
}

/** Stores the project under the first free slug of the name; two at once can't get the same. */
export async function insertWithSlug(store: Store, project: Project, base: string): Promise<void> {
  const collection = projectsOf(store);
  project.slug = base;
  for (;;) {
    try {
      await collection.insert(project);
      return;
    } catch (error) {
      if (!(error instanceof DuplicateKeyError)) throw error;
    }
    const similar = await collection.find({ filter: { or: [{ slug: base }, { slug: { prefix: `${base}-` } }] }, fields: ['slug'] });
    project.slug = nextFreeSlug(base, new Set(similar.map(({ slug }) => slug)));
  }
}

async function recordCreation(request: RestRequest, project: Project): Promise<void> {
  const { node } = request;
  const context = await request.context(project.id);
  const entry =
    context && (await changeEntry({ history: projectHistory, request, action: 'create', before: null, after: project, context }));
  if (!entry) return;
  await projectsOf(node.store).updateOne({ id: project.id }, { push: { outbox: [entry] }, inc: { outbox_count: 1 } });
  await node.changes.deliver('projects', project.id, [entry], request.call);
}
