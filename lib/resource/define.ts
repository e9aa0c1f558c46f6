import type { Reply, RestRoute } from '../contracts/http';
import type { RequiredScope } from '../contracts/token-scopes';
import type { ElementKind, ValueNames } from '../contracts/changes';
import type { ProjectContext } from '../contracts/project-context';
import type { Filter, IndexDeclaration, Sort } from '../contracts/store';
import type { AccessRule } from './access';
import type { Document } from './document';
import type { Draft } from './draft';
import type { Field } from './fields';
import type { FilterDeclaration } from './filters';
import type { RestRequest, StreamedReply } from './request';
import type { References, View } from './view';

/** An action that is reachable by HTTP. */
export interface RestAction {
  /** Unique within the resource: `upvote`, `bulkCreate`. */
  name: string;
  rest: RestRoute | RestRoute[];
  /** Who may perform it. Actions that decide by more than one rule say so here and demand it themselves. */
  access: AccessRule;
  /** Milliseconds that it may take; 0: as long as it takes. The default is that of all calls. */
  timeout?: number;
  /** True: the handler itself applies `access`, since it first has to look something up. The default is to apply it before. */
  checksAccess?: boolean;
  /** What a token must be good for, where that doesn't follow from the method and the access rule (`lib/resource/scopes`). */
  scope?: RequiredScope;
  handler(request: RestRequest): Promise<Reply | StreamedReply>;
  /** One line for the OpenAPI description. */
  summary?: string;
}

/** Errors by field, collected before a 400 is answered. */
export type FieldErrors = Record<string, unknown>;

/** What a resource does beyond reading, checking and storing its fields. Each may be asynchronous. */
export interface Hooks<D extends Document> {
  /** Fills defaults that depend on the project, before links are checked. */
  prepare?(draft: Draft<D>): Promise<void> | void;
  /** Adds errors by field; after it the request is refused with all of them. */
  validate?(draft: Draft<D>, errors: FieldErrors): Promise<void> | void;
  /** Conditions that come after permission and version. @throws ApiError */
  check?(draft: Draft<D>): Promise<void> | void;
  /** Computes derived fields of `draft.after`. Runs again when a concurrent write came first: no side effects. */
  beforeSave?(draft: Draft<D>): Promise<void> | void;
  /** Effects on other documents. */
  afterSave?(draft: Draft<D>): Promise<void> | void;
  /** As afterSave, once for all documents that were stored together. */
  afterSaveAll?(drafts: readonly Draft<D>[]): Promise<void> | void;
  /** Conditions of a deletion, after permission. @throws ApiError */
  beforeDestroy?(draft: Draft<D>): Promise<void> | void;
  /** Effects on other documents that come before the document itself goes. Repeated as `afterDestroy`; not for resources with history. */
  release?(draft: Draft<D>): Promise<void> | void;
  /** Effects on other documents. It is repeated when a process died on the way: it must bear that. */
  afterDestroy?(draft: Draft<D>): Promise<void> | void;
}

/** What of an element is compared and kept by the history (history.md). */
export interface HistoryDeclaration<D extends Document> {
  kind: ElementKind;
  /** The raw values that count, by their name in the diff. */
  freeze(document: D, context: ProjectContext): Record<string, unknown>;
  /** Frozen, but never part of a diff. */
  neverInDiff?: readonly string[];
  /** A change of these alone, without comment, is hidden. */
  hidden: readonly string[];
  /** Readable names of the ids in a diff, beside those of users, which the kit adds. */
  names(diff: Record<string, [unknown, unknown]>, context: ProjectContext, request: RestRequest): Promise<ValueNames> | ValueNames;
  /** Facts of related elements for the timeline: `{userstory: {id, ref, subject}}` of a task. */
  related?(document: D, request: RestRequest): Promise<Record<string, unknown>>;
  /** Fields of the frozen element that hold ids of users. */
  users: readonly string[];
}

/** Fields whose values together stand in one document only. */
export interface UniqueRule<D extends Document> {
  fields: readonly string[];
  /** The body of the 400 when the unique index refuses a document. */
  error(document: D): FieldErrors;
  /** Whether `beforeSave` computes the value of a new document: it does so again when another document got it first. */
  computed?(draft: Draft<D>): boolean;
}

/**
 * An order by something that the document only points to (a status's own order, a person's name). Where one field
 * decides, its values are ranked and the store sorts by them; else the ids and these fields of all matches are read,
 * ranked in memory, and only the page's documents are fetched. Both are two operations.
 */
export interface RankedOrder<D extends Document> {
  fields: readonly string[];
  /** The one of the fields that decides. All of them hold single values then. */
  by?: string;
  /** All values of that field within one project by their rank, where its context knows them; others come last. */
  valuesIn?(context: ProjectContext): readonly number[];
  references: References;
  /** Ascending; null comes last (userstories.md, Order). */
  rank(row: D, view: View): string | number | null;
}

/** What of a resource those need who change its documents on behalf of something else: where they are, and what the history keeps. */
export interface RecordedResource<D extends Document> {
  /** Collection in the store. */
  collection: string;
  /** Whose context the access rules look at: that of `document.project`, that of the document itself (projects), or none. */
  parent: 'project' | 'self' | null;
  /** Keeps `version` by occ.md. */
  versioned?: boolean;
  history?: HistoryDeclaration<D>;
}

/** Declares one resource; everything else follows from it. */
export interface ResourceDeclaration<D extends Document> extends RecordedResource<D> {
  /** Below `/api/v1/`, without slash at the ends: `userstories`. */
  path: string;
  /** Name in 404 messages: `UserStory`. */
  title: string;
  /** Viewing permission by which lists are filtered (project resources). */
  listPermission?: string;
  fields: Record<string, Field>;
  access: {
    list?: AccessRule;
    retrieve?: AccessRule;
    create?: AccessRule;
    update?: AccessRule;
    destroy?: AccessRule;
    /** For moving an element to another project: in the old one and in the new one. Without them `update` holds in both. */
    leave?: AccessRule;
    enter?: AccessRule;
  };
  /** Restricts every look-up of the resource (e.g. to the requester's own documents). */
  scope?(request: RestRequest): Filter | Promise<Filter>;
  filters?: Record<string, FilterDeclaration>;
  orderBy?: Record<string, Sort | RankedOrder<D>>;
  defaultOrder: Sort;
  indexes?: readonly IndexDeclaration[];
  unique?: readonly UniqueRule<D>[];
  references?: References;
  /** Further facts for the serialisers of a form, read in one batch for all documents of an answer. */
  load?(request: RestRequest, documents: readonly D[], form: 'list' | 'detail'): Promise<Record<string, unknown>>;
  /** The wire forms. `detail` is the default of `list`. */
  serialize: {
    list?(document: D, view: View): Record<string, unknown>;
    detail(document: D, view: View): Record<string, unknown>;
    /**
     * What the forms depend on beside the document, the cards of its references and the language (the requester's vote,
     * parameters of the query). With it the JSON of unchanged documents is kept.
     */
    varies?(document: D, view: View): readonly unknown[];
  };
  /** Answers with one document where its detail is more than `serialize.detail` can say. */
  answer?(request: RestRequest, document: D, status: number, headers?: Record<string, string>): Promise<Reply>;
  /** Takes the next `ref` of its project. */
  referenced?: boolean;
  /** created_date and modified_date are kept unless false. */
  timestamps?: boolean;
  /** Existence checks for link targets that the kit doesn't know: given ids, the ones that exist. */
  links?: Record<string, (request: RestRequest, ids: readonly number[]) => Promise<Iterable<number>>>;
  hooks?: Hooks<D>;
  /** Totals beside a list that are told in headers: what is counted, by name; counted in one operation with the list itself. */
  listTotals?(request: RestRequest, context: ProjectContext): Record<string, Filter>;
  /** The headers of these totals. */
  listHeaders?(totals: Record<string, number>): Record<string, string>;
  /** Further actions of the resource; they come before the standard ones in the route table. See also {@link withActions}. */
  actions?: readonly RestAction[];
}

/** A declared resource; only `defineResource` makes one. */
export type Resource<D extends Document = Document> = Readonly<ResourceDeclaration<D>> & { readonly declared: true };

/** Checks a declaration and freezes it, so that nothing that Moleculer merges later can change it. @throws for contradictions */
export function defineResource<D extends Document>(declaration: ResourceDeclaration<D>): Resource<D> {
  if (declaration.parent !== null && declaration.listPermission === undefined) {
    throw new Error(`${declaration.path}: a project resource needs a listPermission`);
  }
  for (const action of declaration.actions ?? []) {
    if ((action.access as AccessRule | undefined) === undefined) throw new Error(`${declaration.path}.${action.name}: no access rule`);
  }
  return Object.freeze({ ...declaration, declared: true as const });
}

/** The resource as a service offers it: with actions that need the declared resource themselves. @throws as defineResource */
export function withActions<D extends Document>(resource: Resource<D>, actions: readonly RestAction[]): Resource<D> {
  return defineResource<D>({ ...resource, actions: [...(resource.actions ?? []), ...actions] });
}
