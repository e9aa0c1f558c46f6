import {
  contextParts,
  defaultKeys,
  settingKinds,
  type ContextPart,
  type ContextPatch,
  type DefaultKey,
  type ProjectContext,
  type SettingItem,
  type SettingKind,
} from '../../lib/contracts/project-context';
import { peopleParts, type ProjectPeople } from '../../lib/contracts/membership-actions';
import type { Caller, NodeTools } from '../../lib/contracts/node';
import type { Store } from '../../lib/contracts/store';
import { logoAddress } from './logo.rules';
import { projectsOf, type Project } from './documents';

type Tools = Pick<NodeTools, 'store' | 'config'>;
type Settings = ContextPatch['settings'];

/** Contexts of projects, whatever their number with one query for each kind of settings. Unknown ids are left out. */
export async function loadContexts(node: Tools, call: Caller, ids: number[]): Promise<ProjectContext[]> {
  return (await loadContextParts(node, call, { ids, parts: [...contextParts] })) as ProjectContext[];
}

/** Parts of contexts, with the queries of these parts alone. */
export async function loadContextParts(
  node: Tools,
  call: Caller,
  { ids, parts }: { ids: number[]; parts: readonly ContextPart[] },
): Promise<ContextPatch[]> {
  const wanted = new Set(parts);
  const wantedPeople = peopleParts.filter((part) => wanted.has(part));
  const [projects, people, settings] = await Promise.all([
    wanted.has('project') || wanted.has('tags') ? projectsOf(node.store).findByIds(ids) : null,
    wantedPeople.length > 0 ? call('memberships.ofProjects', { projects: ids, parts: wantedPeople }) : [],
    settingsOf(
      node.store,
      ids,
      settingKinds.filter((kind) => wanted.has(kind)),
    ),
  ]);
  const peopleOf = new Map(people.map((one) => [one.project, one]));
  const projectOf = projects && new Map(projects.map((project) => [project.id, project]));
  return ids.flatMap((id) => {
    const project = projectOf?.get(id);
    // One that is gone has no context.
    if (projectOf && !project) return [];
    return [
      {
        ...{ id, settings: settings.get(id) ?? {} },
        ...(project && wanted.has('project') && ownPart(project, node.config.addresses.api)),
        ...(project && wanted.has('tags') && { tags_colors: project.tags_colors }),
        ...(wanted.has('roles') && { roles: peopleOf.get(id)?.roles ?? [] }),
        ...(wanted.has('members') && membersPart(peopleOf.get(id))),
      },
    ];
  });
}

async function settingsOf(store: Store, ids: number[], kinds: readonly SettingKind[]): Promise<Map<number, Settings>> {
  const found = new Map(ids.map((id) => [id, Object.fromEntries(kinds.map((kind) => [kind, [] as SettingItem[]])) as Settings]));
  await Promise.all(
    kinds.map(async (kind) => {
      const items = await store.collection<SettingItem>(kind).find({ filter: { project: { in: ids } }, sort: ['order', 'name', 'id'] });
      for (const item of items) found.get(item.project)?.[kind]?.push(item);
    }),
  );
  return found;
}

const membersPart = (people: ProjectPeople | undefined) => ({
  members: people?.members?.accepted ?? [],
  total_memberships: people?.members?.total ?? 0,
  role_members: people?.members?.byRole ?? {},
});

function ownPart(project: Project, api: string) {
  const defaults = Object.fromEntries(defaultKeys.map((key) => [key, project[key]])) as Record<DefaultKey, number | null>;
  return {
    name: project.name,
    slug: project.slug,
    description: project.description,
    is_private: project.is_private,
    owner: project.owner,
    blocked_code: project.blocked_code,
    archived_code: project.archived_code,
    anon_permissions: project.anon_permissions,
    public_permissions: project.public_permissions,
    is_contact_activated: project.is_contact_activated,
    is_epics_activated: project.is_epics_activated,
    is_backlog_activated: project.is_backlog_activated,
    is_kanban_activated: project.is_kanban_activated,
    is_wiki_activated: project.is_wiki_activated,
    is_issues_activated: project.is_issues_activated,
    logo_small_url: logoAddress(api, project.logo?.small),
    logo_big_url: logoAddress(api, project.logo?.big),
    total_milestones: project.total_milestones,
    total_story_points: project.total_story_points,
    defaults,
    created_date: project.created_date,
  };
}
