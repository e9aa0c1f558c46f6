import type { InternalAction } from './internal-action';
import type { ProjectContext } from './project-context';
import type { Filter, Sort } from './store';

/** A stored document as another service is given it: plain JSON. */
export type PortableDocument = { id: number | string } & Record<string, unknown>;

/** Documents of one project in one collection. */
export interface PortableQuery {
  collection: string;
  project: number;
  /** What else must hold, such as an id above the last one of the page before. */
  where?: Filter;
  sort: Sort;
  skip?: number;
}

/** As many documents as fit into one message, at least one if there are any. */
export interface PortablePage {
  documents: PortableDocument[];
  /** There is nothing behind them. */
  isLast: boolean;
}

/** Documents that were somewhere else before: the owner numbers them and fills in what it derives. */
export interface Restoration {
  collection: string;
  /** Of the project, which may not be open to others yet. */
  context: ProjectContext;
  /** Values by field; what is left out gets its initial value. With `withSnapshot` the owner answers what the history keeps of it. */
  documents: (Record<string, unknown> & { withSnapshot?: boolean })[];
}

/** What became of one document. */
export interface Restored {
  id: number | string;
  /** The frozen element, for the entry of its creation. */
  snapshot?: Record<string, unknown>;
  /** Its texts name other elements of the project. */
  namesOthers?: true;
  /** What the owner tells of it beside its id. */
  facts?: Record<string, unknown>;
}

/** Fields of documents of the project that are set afterwards, without version, history or events. */
export interface Amendment {
  collection: string;
  project: number;
  changes: { id: number | string; set: Record<string, unknown> }[];
}

/** Texts that name other elements are rendered once all of them are there. */
export interface Completion {
  collection: string;
  context: ProjectContext;
  /** Those that were restored with `namesOthers`. */
  ids: (number | string)[];
}

/** Services whose collections belong to a project and travel with it. */
export type PortableService = 'projects' | 'memberships' | 'backlog' | 'issues' | 'wiki' | 'attachments' | 'history';

/** What takes a project out of an installation and brings it into another one; the same for each owner of collections. */
export type PortableActions = {
  [Service in PortableService as `${Service}.portablePage`]: InternalAction<PortableQuery, PortablePage>;
} & {
  /** Rejects with the API's 400 when a unique index refuses one of them. */
  [Service in PortableService as `${Service}.restore`]: InternalAction<Restoration, Restored[]>;
} & {
  [Service in PortableService as `${Service}.amend`]: InternalAction<Amendment, void>;
} & {
  /** Renders texts anew, once everything that they name is there. */
  [Service in PortableService as `${Service}.completeRestored`]: InternalAction<Completion, void>;
};
