import type { ProjectContext } from '../contracts/project-context';
import type { Document } from './document';
import type { RestRequest } from './request';

/** One document on its way from a request into the store. */
export interface Draft<D extends Document> {
  request: RestRequest;
  /** The stored document; null on creation. */
  before: D | null;
  /** What will be stored; rules change it. */
  after: D;
  /** Context of the project that the document is going to be in; null for resources outside of projects. */
  context: ProjectContext | null;
  /** Keys of the request's body. */
  sent: ReadonlySet<string>;
  body: Record<string, unknown>;
  /** Setting or element links that belong to another project, by field; `check` decides what they mean. */
  foreign: Set<string>;
  /** Headers of the answer. */
  headers: Record<string, string>;
  comment: string;
}

/** A change that follows from something else: no request names its fields, and it says nothing. */
export function followingDraft<D extends Document>(parts: Pick<Draft<D>, 'request' | 'before' | 'after' | 'context'>): Draft<D> {
  return { ...parts, sent: new Set(), body: {}, foreign: new Set(), headers: {}, comment: '' };
}

/** The draft's project. @throws when the resource has none */
export function contextOf(draft: { context: ProjectContext | null }): ProjectContext {
  if (!draft.context) throw new Error('This resource belongs to no project');
  return draft.context;
}
