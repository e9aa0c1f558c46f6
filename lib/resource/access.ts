import { apiError } from '../errors';
import type { Requester } from '../contracts/http';
import type { ProjectContext } from '../contracts/project-context';
import type { Document } from './document';
import { hasPermission, isAboutElements, isAdministrator } from './permissions';

/** What an access rule decides on. */
export interface AccessQuestion {
  user: Requester | null;
  /** The project that the request is about; null for resources outside of projects. */
  context: ProjectContext | null;
  /** The element, except for lists and creations. */
  document: Document | null;
  /** The request's body. */
  body: Record<string, unknown>;
}

/** Who may perform an action. Every action has one; the service doesn't start otherwise. */
export interface AccessRule {
  /** Shown in the OpenAPI description. */
  readonly name: string;
  /** What a token must be good for to change something under this rule, unless the action says otherwise. */
  readonly scope: 'write' | 'admin';
  allows(question: AccessQuestion): boolean;
}

const rule = (name: string, allows: AccessRule['allows'], scope: AccessRule['scope'] = 'admin'): AccessRule =>
  Object.freeze({ name, scope, allows });

/** A rule that asks for a permission on elements, beside others, is about elements. */
const scopeOfAll = (rules: readonly AccessRule[]) => (rules.some(({ scope }) => scope === 'write') ? 'write' : 'admin');

/** Everybody, logged in or not. */
export const anyone = rule('anyone', () => true);
/** Whoever is logged in. */
export const authenticated = rule('logged in', ({ user }) => user !== null);
/** Superusers alone. */
export const superuser = rule('superuser', ({ user }) => user?.isSuperuser === true);
/** Administrators of the project and superusers (permissions.md). */
export const projectAdministrator = rule(
  'project administrator',
  ({ user, context }) => context !== null && isAdministrator(context, user),
);
/** The owner of the project and superusers. */
export const projectOwner = rule(
  'project owner',
  ({ user, context }) => user !== null && context !== null && (user.isSuperuser || context.owner === user.id),
);

/** A permission of the project. */
export const can = (permission: string): AccessRule =>
  rule(
    permission,
    ({ user, context }) => context !== null && hasPermission(context, user, permission),
    isAboutElements(permission) ? 'write' : 'admin',
  );

/** Of what belongs to a project's set-up: seen with the project, changed by its administrators (permissions.md). */
export const setUpAccess = {
  list: can('view_project'),
  retrieve: can('view_project'),
  create: projectAdministrator,
  update: projectAdministrator,
  destroy: projectAdministrator,
} as const;

/** A permission of the project, for logged-in users only. */
export const authenticatedCan = (permission: string): AccessRule => both(authenticated, can(permission));

/** An edit whose only key (beside `version`) is `comment` needs either permission; any other needs `modify` (permissions.md §4). */
export const modifyOrComment = (modify: string, comment: string): AccessRule =>
  rule(
    `${modify}, or ${comment} for only a comment`,
    (question) => {
      const keys = Object.keys(question.body).filter((key) => key !== 'version');
      const onlyComment = keys.length === 1 && keys[0] === 'comment';
      return can(modify).allows(question) || (onlyComment && can(comment).allows(question));
    },
    'write',
  );

/** The requester's id stands in this field of the element. */
export const ownerIn = (field: string): AccessRule =>
  rule(`the ${field}`, ({ user, document }) => user !== null && document?.[field] === user.id);

/** Whoever one of the rules allows. */
export const either = (...rules: AccessRule[]): AccessRule =>
  rule(rules.map(({ name }) => name).join(' or '), (question) => rules.some((one) => one.allows(question)), scopeOfAll(rules));

/** Whoever all of the rules allow. */
export function both(...rules: AccessRule[]): AccessRule {
  const name = rules.map((one) => one.name).join(' and ');
  return rule(name, (question) => rules.every((one) => one.allows(question)), scopeOfAll(rules));
}

/** @throws 401 for anonymous requests, 403 for others, when the rule refuses. */
export function demand(access: AccessRule, question: AccessQuestion): void {
  if (!access.allows(question)) throw refusal(question.user);
}

/** The error of a refused request: 401 without credentials, else 403. */
export function refusal(user: Requester | null) {
  return apiError(user === null ? 'NOT_AUTHENTICATED' : 'PERMISSION_DENIED');
}

/** @throws 403 for an archived project, 451 for a blocked one: nothing in it may change (permissions.md §5). */
export function demandWritable(context: Pick<ProjectContext, 'archived_code' | 'blocked_code'>): void {
  if (context.archived_code !== null) throw apiError('ARCHIVED');
  if (context.blocked_code !== null) throw apiError('BLOCKED');
}
