import type { InternalAction } from './internal-action';
import type { ElementReference } from './element-cards';

/** Code hosts whose hooks change elements (hooks.md). */
export const codeHosts = ['github', 'gitlab', 'bitbucket', 'gogs'] as const;

/** One of {@link codeHosts}. */
export type CodeHost = (typeof codeHosts)[number];

/** What something outside changes of an element, or says about it, in the name of a user. */
export interface OutsideChange {
  kind: ElementReference['kind'];
  id: number;
  actor: number;
  /** Empty for none. */
  comment: string;
  values: { status?: number; subject?: string; description?: string };
}

/** An issue that came to be outside. */
export interface OutsideIssue {
  project: number;
  actor: number;
  subject: string;
  description: string;
  /** Null for the project's default one. */
  status: number | null;
  reference: ExternalReference;
}

/** Where an element stands outside, e.g. `['github', 'https://github.com/me/it/issues/3']`. */
export type ExternalReference = [system: string, address: string];

/** Kinds of elements whose whole documents other services may ask for. */
export type DocumentKind = 'milestone' | 'epic' | 'userstory' | 'task' | 'issue' | 'wikipage';

type ReferencedElements = InternalAction<{ project: number; reference: ExternalReference }, ElementReference[]>;

/** What webhooks and the hooks of code hosts ask of the services that keep elements and accounts. */
export interface OutsideActions {
  /** The user in whose name a code host writes what no account stands for; made when it is first needed. */
  'auth.systemUser': InternalAction<{ host: CodeHost }, number>;
  /** The active account that an identity at a login provider belongs to, or null. */
  'auth.userOfProvider': InternalAction<{ provider: string; id: string }, number | null>;
  /** The active accounts that identities at a login provider belong to, for those that belong to any. */
  'auth.usersOfProvider': InternalAction<{ provider: string; ids: string[] }, { id: string; user: number }[]>;
  /** Stored documents without what only the store needs; unknown ids are left out. */
  'backlog.documents': InternalAction<{ kind: DocumentKind; ids: number[] }, Record<string, unknown>[]>;
  'issues.documents': InternalAction<{ kind: DocumentKind; ids: number[] }, Record<string, unknown>[]>;
  'wiki.documents': InternalAction<{ kind: DocumentKind; ids: number[] }, Record<string, unknown>[]>;
  /** A change with history and all that follows, without a new version. False when the element is gone. */
  'backlog.changeFromOutside': InternalAction<OutsideChange, boolean>;
  'issues.changeFromOutside': InternalAction<OutsideChange, boolean>;
  /** Gives the id of the new issue. */
  'issues.createFromOutside': InternalAction<OutsideIssue, number>;
  /** Elements of a project with this external_reference; of each service its own kinds. */
  'backlog.ofExternalReference': ReferencedElements;
  'issues.ofExternalReference': ReferencedElements;
}
