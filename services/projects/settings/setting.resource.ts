import type { SettingKind } from '../../../lib/contracts/project-context';
import { setUpAccess } from '../../../lib/resource/access';
import { defineResource, type FieldErrors, type Resource, type RestAction } from '../../../lib/resource/define';
import type { Draft } from '../../../lib/resource/draft';
import { f, type Field } from '../../../lib/resource/fields';
import { q } from '../../../lib/resource/filters';
import type { View } from '../../../lib/resource/view';
import type { Setting } from './setting';
import { bulkUpdateOrder } from './setting-order.actions';
import { pushSetting } from './setting-push';
import { elementsFollowRemoval, elementsFollowChange, demandMoveTarget } from './setting-removal.rules';
import { demandSameProject, freeSlug, refuseTakenName } from './setting.rules';

/** What tells one kind of settings from the others (project-settings.md §1). */
export interface SettingDeclaration {
  path: string;
  kind: SettingKind;
  title: string;
  /** Fields beside name, order and project. */
  fields: Record<string, Field>;
  /** Parameter of bulk_update_order; kinds without one have no such call. */
  bulk?: string;
  /** Has a slug, made from the name at every save. */
  slug?: boolean;
  /** Deleting needs `?moveTo=`. */
  moves?: boolean;
  nameLength?: number | null;
  order?: Field;
  duplicateMessage?: string;
  timestamps?: boolean;
  hooks?: { created?(draft: Draft<Setting>): Promise<void>; beforeDestroy?(draft: Draft<Setting>): Promise<void> | void };
  actions?: readonly RestAction[];
}

/** Declares the resource of one kind of settings. */
export function settingResource(declaration: SettingDeclaration): Resource<Setting> {
  const { path, kind, title, slug = false, moves = false, timestamps = false, hooks = {} } = declaration;
  const message = declaration.duplicateMessage ?? 'Duplicated name';
  const duplicate = (setting: Setting, creating: boolean): FieldErrors => ({
    name: [message],
    ...(creating && timestamps && setting.project ? { project: [message] } : {}),
  });
  const resource: Resource<Setting> = defineResource<Setting>({
    path,
    title,
    collection: kind,
    parent: 'project',
    listPermission: 'view_project',
    timestamps,
    fields: {
      name: f.text({ required: true, max: declaration.nameLength === null ? undefined : (declaration.nameLength ?? 255) }),
      project: f.link('projects', { required: true }),
      order: declaration.order ?? f.integer({ initial: 10 }),
      ...(slug ? { slug: f.computed('') } : {}),
      ...declaration.fields,
    },
    access: setUpAccess,
    filters: { project: q.ids('project') },
    defaultOrder: ['project', 'order', 'name', 'id'],
    indexes: [{ fields: ['project', 'order', 'name'] }],
    unique: [{ fields: ['project', 'name'], error: (setting) => duplicate(setting, false) }],
    serialize: { detail: (setting, view) => serializeSetting(setting, view) },
    hooks: {
      validate: (draft, errors) => {
        demandSameProject(draft, errors);
        refuseTakenName(draft, kind, errors, duplicate(draft.after, draft.before === null));
      },
      beforeSave: slug ? (draft) => freeSlug(draft, kind) : undefined,
      afterSave: async (draft) => {
        await draft.request.node.invalidate({ projects: [draft.after.project] }, [kind]);
        if (draft.before === null) await hooks.created?.(draft);
        else await elementsFollowChange(draft, kind);
        pushSetting(draft, kind);
      },
      beforeDestroy: async (draft) => {
        await hooks.beforeDestroy?.(draft);
        if (moves) await demandMoveTarget(draft, kind, title);
      },
      afterDestroy: (draft) => elementsFollowRemoval(draft, kind),
    },
    actions: [...(declaration.bulk ? [bulkUpdateOrder(path, kind, declaration.bulk)] : []), ...(declaration.actions ?? [])],
  });
  return resource;
}

/** The wire form; built-in names in the request's language. */
export function serializeSetting(setting: Setting, view: View): Record<string, unknown> {
  return { ...setting, name: view.text(setting.name) };
}
