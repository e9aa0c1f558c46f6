import {
  defaultKeys,
  settingKinds,
  type DefaultKey,
  type ProjectContext,
  type SettingItem,
  type SettingKind,
} from '../../lib/contracts/project-context';
import type { ProjectPeople } from '../../lib/contracts/actions';
import type { Caller, NodeTools } from '../../lib/contracts/node';
import type { Store } from '../../lib/contracts/store';
import { logoAddress } from './logo.rules';
import { projectsOf, type Project } from './documents';

type Settings = Record<SettingKind, SettingItem[]>;

/** Contexts of projects, whatever their number with one query for each kind of settings. Unknown ids are left out. */
export async function loadContexts(node: Pick<NodeTools, 'store' | 'config'>, call: Caller, ids: number[]): Promise<ProjectContext[]> {
  const [projects, people, settings] = await Promise.all([
    projectsOf(node.store).findByIds(ids),
    call('memberships.ofProjects', { projects: ids }),
    settingsOf(node.store, ids),
  ]);
  const peopleOf = new Map(people.map((one) => [one.project, one]));
  return projects.map((project) =>
    contextOf(project, peopleOf.get(project.id), settings.get(project.id) ?? emptySettings(), node.config.addresses.api),
  );
}

async function settingsOf(store: Store, ids: number[]): Promise<Map<number, Settings>> {
  const found = new Map(ids.map((id) => [id, emptySettings()]));
  await Promise.all(
    settingKinds.map(async (kind) => {
      const items = await store.collection<SettingItem>(kind).find({ filter: { project: { in: ids } }, sort: ['order', 'name', 'id'] });
      for (const item of items) found.get(item.project)?.[kind].push(item);
    }),
  );
  return found;
}

const emptySettings = () => Object.fromEntries(settingKinds.map((kind) => [kind, [] as SettingItem[]])) as Settings;

function contextOf(project: Project, people: ProjectPeople | undefined, settings: Settings, api: string): ProjectContext {
  const defaults = Object.fromEntries(defaultKeys.map((key) => [key, project[key]])) as Record<DefaultKey, number | null>;
  return {
    id: project.id,
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
    tags_colors: project.tags_colors,
    settings,
    roles: people?.roles ?? [],
    members: people?.members ?? [],
    total_memberships: people?.total_memberships ?? 0,
    created_date: project.created_date,
  };
}
