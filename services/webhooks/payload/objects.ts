import type { ProjectContext, SettingItem, SettingKind } from '../../../lib/contracts/project-context';
import type { UserCard } from '../../../lib/contracts/user-card';
import { settingOf } from '../../../lib/resource/traits/element.serialize';

/** A stored element, as its keeper gives it. */
export type Stored = Record<string, unknown>;

/** All that the objects of a payload are made of, loaded beforehand. */
export interface Facts {
  /** Address of the front end. */
  site: string;
  users: ReadonlyMap<number, UserCard>;
  projects: ReadonlyMap<number, ProjectContext>;
  milestones: ReadonlyMap<number, Stored>;
  stories: ReadonlyMap<number, Stored>;
  epics: ReadonlyMap<number, Stored>;
}

/** Names fields of a document; missing ones are null. */
export function picked(document: Stored, names: readonly string[]): Stored {
  return Object.fromEntries(names.map((name) => [name, document[name] ?? null]));
}

/** `{id, permalink, username, full_name, photo, gravatar_id}`, or null for nobody. */
export function userObject(id: unknown, { users, site }: Facts): Stored | null {
  const card = users.get(id as number);
  if (!card) return null;
  const { username, full_name_display: full_name, photo, gravatar_id } = card;
  return { id, permalink: `${site}/profile/${encodeURIComponent(username)}`, username, full_name, photo, gravatar_id };
}

/** Where the front end shows something of a project. */
export const permalink = ({ slug }: ProjectContext, site: string, ...path: readonly (string | number)[]): string =>
  [`${site}/project`, ...[slug, ...path].map((part) => encodeURIComponent(part))].join('/');

/** `{id, permalink, name, logo_big_url}`. */
export function projectObject(context: ProjectContext, site: string): Stored {
  const { id, name, logo_big_url } = context;
  return { id, permalink: permalink(context, site), name, logo_big_url };
}

/** A status: `{id, name, slug, color, is_closed}`, of user stories also `is_archived`; null for none. */
export function statusObject(context: ProjectContext, kind: SettingKind, id: unknown): Stored | null {
  const item = itemOf(context, kind, id);
  return item ? picked(item, ['id', 'name', 'slug', 'color', 'is_closed', ...(kind === 'us_statuses' ? ['is_archived'] : [])]) : null;
}

/** A type, priority or severity: `{id, name, color}`; null for none. */
export function settingObject(context: ProjectContext, kind: SettingKind, id: unknown): Stored | null {
  const item = itemOf(context, kind, id);
  return item ? picked(item, ['id', 'name', 'color']) : null;
}

const itemOf = (context: ProjectContext, kind: SettingKind, id: unknown): SettingItem | undefined =>
  typeof id === 'number' ? settingOf(context, kind, id) : undefined;
