import type { InternalAction } from './internal-action';
import type { PortableDocument } from './portable-actions';

/** A story in an epic, by their ids. */
export interface RestoredRelation {
  epic: number;
  story: number;
  order: number;
}

/** The document of a project and what it points to outside of the project. */
export interface PortableProject {
  project: PortableDocument;
  /** Slug of its template. */
  template: string | null;
  /** Path of its logo as uploaded. */
  logo: string | null;
}

/** Steps of bringing a project in that belong to no single collection. */
export interface RestoreActions {
  /** Null for an unknown project. */
  'projects.portableProject': InternalAction<{ project: number }, PortableProject | null>;
  /** The id that a project to be restored will have. */
  'projects.reserve': InternalAction<Record<string, never>, number>;
  /** Rejects with NOT_ENOUGH_SLOTS when the owner has no room for one more project with these people. */
  'projects.demandSlot': InternalAction<{ owner: number; isPrivate: boolean; users: number[]; emails: string[] }, void>;
  /**
   * Makes a project that nobody sees. A slug that is taken, or null, is replaced by one made from the name.
   * @returns its slug
   */
  'projects.beginRestored': InternalAction<
    { id: number; values: Record<string, unknown>; slug: string | null; template: string | null },
    { slug: string }
  >;
  /** Takes the stream of the call as the project's logo; what is no image is left out. */
  'projects.restoreLogo': InternalAction<{ project: number; filename: string }, void>;
  /** Values of the project that name what came after it; with `opens` it becomes its owner's and visible to whoever may see it. */
  'projects.setRestored': InternalAction<{ project: number; set: Record<string, unknown>; opens: boolean }, void>;
  /** Numbers for events that are restored out of their order. Gives the first. */
  'history.reserveEvents': InternalAction<{ count: number }, number>;
  /** The totals of a project's activity follow from the timeline entries that came with it. */
  'history.tallyRestored': InternalAction<{ project: number }, void>;
  /** A project as the answer to its import tells it: JSON text. */
  'projects.loadedForm': InternalAction<{ project: number }, string>;
  /** The next ref of the project is above this one. */
  'projects.raiseRefs': InternalAction<{ project: number; highest: number }, void>;
  'backlog.relateRestored': InternalAction<{ project: number; relations: RestoredRelation[] }, void>;
}
