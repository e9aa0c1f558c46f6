import type { Importer } from '../../../lib/config';
import type { NodeTools } from '../../../lib/contracts/node';
import type { RestRequest } from '../../../lib/resource/request';
import type { ApiError } from '../../../lib/errors';
import type { DumpSource } from '../../../lib/dumps/types';
import type { OutsidePeople } from '../../../lib/importers/people';
import type { Json } from '../../../lib/importers/read';
import type { OutsideFailure } from './ask';
import type { KnownPerson, OutsidePerson } from './people';
import type { Spool } from './spool';

/** With what an outside system is asked on behalf of a user: what authorize gave. */
export interface Access {
  token: string;
  /** The server's address; null for systems that have but one. */
  url: string | null;
}

/** A project outside, as the lists of projects show it. */
export type OutsideProject = { id: string | number; name: string; description: string; is_private: boolean } & Record<string, unknown>;

/** What an import was asked to do. */
export interface ImportOptions {
  /** The outside id. */
  project: string;
  /** Empty: as it is outside. */
  name: string;
  description: string | null;
  template: string | null;
  isPrivate: boolean;
  keepReference: boolean;
  /** Addresses of our accounts by outside id. */
  people: Readonly<Record<string, string>>;
  projectType: string;
  importerType: string;
}

/** With what the project of a system is fetched. */
export interface Fetching {
  node: NodeTools;
  access: Access;
  options: ImportOptions;
  people: OutsidePeople;
  /** Where everything is kept until all is there. */
  spool: Spool;
  /** Aborted when nobody wants the project any more. */
  signal: AbortSignal;
  progress(step: string, done: number): void;
  /** The stored template with this slug. @throws 400 for an unknown one */
  template(slug: string): Promise<Json>;
}

/** What an outside system was asked for. */
export type Inquiry = 'projects' | 'users' | 'import';

/** One outside system: how users let Larch in, and what can be asked there. */
export interface OutsideSystem {
  readonly name: Importer;
  /** Where to send the user for permission. @throws 400 */
  authUrl(request: RestRequest): Promise<string>;
  /** What the answer of authorize holds. @throws 400 */
  authorize(request: RestRequest): Promise<Record<string, unknown>>;
  /** Reads token and address from the body. @throws 400 */
  access(request: RestRequest): Access;
  projects(node: NodeTools, access: Access): Promise<OutsideProject[]>;
  people(node: NodeTools, access: Access, project: string, body: Readonly<Record<string, unknown>>): Promise<OutsidePerson[]>;
  /** Refuses what an import can't be asked to do. @throws 400 */
  checkOptions?(options: ImportOptions): void;
  /** The role of the people who are bound. */
  readonly role: string;
  /** Fetches a project, up to its files, which are fetched when they are stored. @throws OutsideFailure */
  fetch(fetching: Fetching): Promise<DumpSource>;
  /** A person as the list of users shows it. */
  shown(person: OutsidePerson, known: KnownPerson | null): Record<string, unknown>;
  /** The answer for a failure outside. */
  refusal(failure: OutsideFailure, what: Inquiry): ApiError;
}
