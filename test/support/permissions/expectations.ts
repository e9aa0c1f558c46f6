import type { Resource } from '../../../lib/resource/define';
import { memberPermissions } from '../../../lib/resource/permissions';
import { holds, type ProjectKind, type UserKind } from './people';

/** What a request is about. */
export type Verb = 'list' | 'retrieve' | 'create' | 'edit' | 'comment' | 'destroy' | 'order' | 'watch' | 'upvote' | 'watchers' | 'voters';

/** Lists of links go by the permission to see pages, all else about them by their own (permissions.md §4). */
const views: Record<string, string> = { 'wiki-links': 'view_wiki_links' };
const verbs: Partial<Record<Verb, string>> = { create: 'add', edit: 'modify', destroy: 'delete' };
const succeeding: Partial<Record<Verb, number>> = { create: 201, destroy: 204, order: 204 };
/** Actions on an element: a project that is invisible isn't there. */
const actions: readonly Verb[] = ['watch', 'upvote'];
const viewing: readonly Verb[] = ['list', 'retrieve', 'watchers', 'voters'];

/** The status that permissions.md §3, §4 and §6 give a request with a valid body. Lists: whether they show the project's. */
export function expected(resource: Resource, verb: Verb, user: UserKind, project: ProjectKind): number | 'all' | 'none' {
  const visible = holds(user, project, viewPermissionOf(resource));
  if (verb === 'list') return visible ? 'all' : 'none';
  const allowed = viewing.includes(verb) ? visible : mayChange(resource, verb, user, project);
  if (allowed) return succeeding[verb] ?? 200;
  if (user === 'anonymous') return 401;
  return actions.includes(verb) && !visible ? 404 : 403;
}

/** The noun in the permissions of an element (`view_issues`, but `add_issue`); null for what administrators keep. */
export function nounOf(resource: Resource): string | null {
  const seen = viewPermissionOf(resource).replace(/^view_/, '');
  return [seen, seen.replace(/s$/, '')].find((noun) => memberPermissions.includes(`modify_${noun}`)) ?? null;
}

function viewPermissionOf(resource: Resource): string {
  return views[resource.path] ?? resource.listPermission ?? '';
}

function mayChange(resource: Resource, verb: Verb, user: UserKind, project: ProjectKind): boolean {
  const noun = nounOf(resource);
  if (actions.includes(verb)) return user !== 'anonymous' && holds(user, project, viewPermissionOf(resource));
  if (noun === null) return user === 'administrator' || user === 'superuser';
  const may = (word: string) => holds(user, project, `${word}_${noun}`);
  if (verb === 'comment') return may('comment') || may('modify');
  return may(verbs[verb] ?? 'modify');
}
