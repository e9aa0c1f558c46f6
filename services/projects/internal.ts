import type { InternalHandlers } from '../../mixins/service';
import type { SettingItem, SettingKind } from '../../lib/contracts/project-context';
import { portableActions } from '../../lib/resource/portable';
import { RestRequest } from '../../lib/resource/request';
import { now } from '../../lib/resource/values';
import { nextFreeSlug, slugOrNull } from '../../lib/text/slug';
import type { Store } from '../../lib/contracts/store';
import { ownedCounts } from './limits.rules';
import { loadContextParts, loadContexts } from './contexts';
import { projectsOf } from './documents';
import { demandRoom, demandSlot } from './limits';
import { modulesOf } from './modules';
import { shownModules } from './modules.rules';
import { loadedForm } from './restore/loaded-form';
import { portableProject, portables } from './restore/portable';
import { beginRestored, restoreLogo, setRestored } from './restore/restore.internal';
import { removeProject } from './removal';
import { settingResources } from './settings';
import { learnTags } from './tags';
import { templatesOf } from './templates/template.document';
import { noteActivity } from './totals';
import { hiddenIds, visibleIds } from './visibility';

/** What other services ask of projects. */
export const internal: InternalHandlers<'projects'> = {
  contexts: ({ ids }, { node, call }) => loadContexts(node, call, ids),
  contextParts: (wanted, { node, call }) => loadContextParts(node, call, wanted),
  visible: ({ user, permission }, { node }) => visibleIds(node, user, permission),
  hidden: (_, { node }) => hiddenIds(node),
  async idOfSlug({ slug }, { node }) {
    return (await projectsOf(node.store).findOne({ slug }, { fields: ['id'] }))?.id ?? null;
  },
  async ofCsvUuid({ kind, uuid }, { node }) {
    return (await projectsOf(node.store).findOne({ [`${kind}_csv_uuid`]: uuid }, { fields: ['id'] }))?.id ?? null;
  },
  async modules({ project }, { node }) {
    const context = await node.caches.projects.one(project);
    return context && shownModules(await modulesOf(node.store, project), context, node.config.addresses.api);
  },
  takeRefs: ({ project, count }, { node }) => node.store.take(`refs:${project}`, count),
  learnTags: ({ project, tags }, { node }) => learnTags(node, project, tags),
  async projectOfSetting({ kind, id }, { node }) {
    return (await settingsOf(node.store, kind).findOne({ id }, { fields: ['project'] }))?.project ?? null;
  },
  async addSetting({ kind, project, values }, { node }) {
    const setting = await newSetting(node.store, kind, project, values);
    await settingsOf(node.store, kind).insert(setting);
    await node.invalidate({ projects: [project] }, [kind]);
    return setting;
  },
  async ownedBy({ user }, { node }) {
    const owned = await projectsOf(node.store).find({ filter: { owner: user }, fields: ['is_private'] });
    return owned.map(({ id, is_private }) => ({ id, is_private }));
  },
  async ownedCounts({ users }, { node }) {
    const owned = await projectsOf(node.store).find({ filter: { owner: { in: users } }, fields: ['owner', 'is_private'] });
    return ownedCounts(owned);
  },
  async blockOwnedBy({ user }, { node }) {
    const owned = await projectsOf(node.store).find({ filter: { owner: user }, fields: ['id'] });
    await projectsOf(node.store).updateMany({ owner: user, blocked_code: null }, { set: { blocked_code: 'blocked-by-owner-leaving' } });
    await node.invalidate({ projects: owned.map(({ id }) => id) }, ['project']);
  },
  demandRoom: ({ project, newUsers, newEmails }, asker) => demandRoom(asker, project, { users: newUsers, emails: newEmails }),
  portableProject: ({ project }, { node }) => portableProject(node, project),
  reserve: (_nothing, { node }) => node.store.take('projects'),
  demandSlot: ({ owner, isPrivate, users, emails }, asker) => demandSlot(asker, { owner, isPrivate, people: { users, emails } }),
  beginRestored: (beginning, asker) => beginRestored(asker, beginning),
  restoreLogo: (logo, asker) => restoreLogo(asker, logo, asker.stream),
  setRestored: (change, asker) => setRestored(asker, change),
  raiseRefs: ({ project, highest }, { node }) => node.store.raise(`refs:${project}`, highest),
  loadedForm: ({ project }, asker) => loadedForm(RestRequest.inside(asker), project),
  ...portableActions(portables),
  template: ({ slug }, { node }) => templatesOf(node.store).findOne({ slug }),
  discard: ({ project }, asker) => removeProject(asker, project),
  noteActivity: (activity, { node }) => noteActivity(node.store, activity),
  async likedBy({ user }, { node }) {
    const liked = await projectsOf(node.store).find({ filter: { 'fans.id': { contains: user } }, fields: ['fans'] });
    const since = liked.map(({ id, fans }) => ({ project: id, since: fans.find((fan) => fan.id === user)?.at ?? '' }));
    return since.sort((left, right) => (left.since < right.since ? 1 : -1));
  },
  async fans({ projects, user }, { node }) {
    const found = await projectsOf(node.store).findByIds(projects);
    return found.map(({ id, total_fans, fans }) => ({ project: id, total_fans, is_fan: fans.some((fan) => fan.id === user) }));
  },
};

const settingsOf = (store: Store, kind: SettingKind) => store.collection<SettingItem>(kind);

/** A setting with its kind's defaults and, where it has one, a slug that is free in the project. */
async function newSetting(store: Store, kind: SettingKind, project: number, values: Partial<SettingItem>): Promise<SettingItem> {
  const resource = settingResources.find(({ collection }) => collection === kind);
  const initial = Object.entries(resource?.fields ?? {}).map(([name, field]) => [name, field.initial()]);
  const setting = { ...(Object.fromEntries(initial) as SettingItem), ...values, id: await store.take(kind), project };
  if (resource?.timestamps !== false) Object.assign(setting, { created_date: now(), modified_date: now() });
  if (setting.slug === '') {
    const others = await settingsOf(store, kind).find({ filter: { project }, fields: ['slug'] });
    setting.slug = nextFreeSlug(slugOrNull(setting.name), new Set(others.flatMap(({ slug }) => slug ?? [])));
  }
  return setting;
}
