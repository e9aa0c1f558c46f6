import { settingKinds, type ProjectContext, type SettingKind } from '../contracts/project-context';
import type { Document } from './document';
import type { Draft } from './draft';
import { messages } from './fields';
import type { FieldErrors, Resource } from './define';
import type { RestRequest } from './request';

const isSetting = (target: string): target is SettingKind => (settingKinds as readonly string[]).includes(target);

/** Checks that what the sent links point to exists; ids of other projects are noted in `draft.foreign`. */
export async function checkLinks<D extends Document>(
  resource: Resource<D>,
  draft: Draft<D>,
  values: Record<string, unknown>,
  errors: FieldErrors,
): Promise<void> {
  for (const [name, field] of Object.entries(resource.fields)) {
    if (field.link === undefined || name in errors || !(name in values) || !draft.sent.has(name)) continue;
    const value = values[name];
    const ids = Array.isArray(value) ? (value as number[]) : typeof value === 'number' ? [value] : [];
    if (ids.length === 0) continue;
    const missing = await missingOf(resource, draft, name, field.link, ids);
    if (missing !== undefined) errors[name] = [messages.missing(missing)];
  }
}

async function missingOf<D extends Document>(
  resource: Resource<D>,
  draft: Draft<D>,
  name: string,
  target: string,
  ids: readonly number[],
): Promise<number | undefined> {
  const { request } = draft;
  if (isSetting(target)) return missingSetting(draft, name, target, ids);
  if (target === 'roles' && ids.every((id) => draft.context?.roles.some((role) => role.id === id))) return undefined;
  const cards = await cardsOf(request, target, ids);
  if (cards === null) {
    const existing = new Set(await (resource.links?.[target]?.(request, ids) ?? []));
    return ids.find((id) => !existing.has(id));
  }
  for (const id of ids) {
    const card = cards.get(id);
    if (!card) return id;
    if ('project' in card && draft.context && card.project !== draft.context.id) draft.foreign.add(name);
  }
  return undefined;
}

async function missingSetting(
  draft: Pick<Draft<Document>, 'context' | 'request' | 'foreign'>,
  name: string,
  kind: SettingKind,
  ids: readonly number[],
): Promise<number | undefined> {
  for (const id of ids) {
    if (hasSetting(draft.context, kind, id)) continue;
    if ((await draft.request.call('projects.projectOfSetting', { kind, id })) === null) return id;
    draft.foreign.add(name);
  }
  return undefined;
}

/** @returns whether the project has the setting. */
export function hasSetting(context: ProjectContext | null, kind: SettingKind, id: number): boolean {
  return context?.settings[kind].some((item) => item.id === id) ?? false;
}

function cardsOf(request: RestRequest, target: string, ids: readonly number[]): Promise<Map<number, object>> | null {
  const { caches } = request.node;
  switch (target) {
    case 'users':
      return caches.users.many(ids);
    case 'projects':
      return caches.projects.many(ids);
    case 'milestones':
      return caches.milestones.many(ids);
    case 'epics':
      return caches.epics.many(ids);
    default:
      return null;
  }
}
