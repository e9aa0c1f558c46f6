import type { InternalAction } from './internal-action';
import type { TokenCard } from './token-scopes';

/** An external application (applications.md §1). */
export interface ExternalApplication {
  /** UUID text. */
  id: string;
  /** Shared secret, at least 16 characters; never shown by the API. */
  key: string;
  name: string;
  web: string | null;
  description: string | null;
  icon_url: string | null;
  next_url: string;
}

/** What an operator sees of an application in a list. */
export type ListedApplication = Omit<ExternalApplication, 'key'> & {
  /** Comes from `LARCH_APPLICATIONS`, and is changed only there. */
  fixed: boolean;
};

/** What an operator sets of an application. */
export type ApplicationValues = Partial<Omit<ExternalApplication, 'id'>>;

/** What is told once of an application that was made or whose key was changed. */
export type ApplicationKey = Pick<ExternalApplication, 'id' | 'key'>;

/** Actions of the `auth` service about credentials of programs. What an operator does wrong is a BAD_REQUEST that says what. */
export interface CredentialActions {
  /** Those that work, by the ids of the grants. */
  'auth.applicationTokenCards': InternalAction<{ ids: number[] }, TokenCard[]>;
  'auth.personalTokenCards': InternalAction<{ ids: number[] }, TokenCard[]>;
  /** By name. */
  'auth.listApplications': InternalAction<Record<string, never>, ListedApplication[]>;
  /** Admits an application; a key that isn't given is drawn. */
  'auth.addApplication': InternalAction<ApplicationValues & { id?: string }, ApplicationKey>;
  /** Null when there is no such application. */
  'auth.changeApplication': InternalAction<{ id: string; values: ApplicationValues }, ListedApplication | null>;
  /** Draws a new key; what users granted stays. Null when there is no such application. */
  'auth.renewApplicationKey': InternalAction<{ id: string }, ApplicationKey | null>;
  /** Takes back all that users granted to it, too. @returns whether it was there */
  'auth.removeApplication': InternalAction<{ id: string }, boolean>;
}
