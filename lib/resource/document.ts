import type { ChangeEntry } from '../contracts/changes';

/** A stored resource: wire names as keys, an integer id. */
export type Document = { id: number } & Record<string, unknown>;

/** A document of a project. */
export type ProjectDocument = Document & { project: number };

/** What the kit keeps in elements with a version (occ.md). */
export type VersionedDocument = Document & {
  version: number;
  /** Attribute → version at which it last changed, so that a stale edit is judged without reading history. */
  field_versions: Record<string, number>;
};

/** A change entry that waits in the document it belongs to. */
export type Outbox = ChangeEntry[];
