import { apiError } from '../../errors';
import type { ChangeEntry } from '../../contracts/changes';
import type { Reply } from '../../contracts/http';
import type { ProjectContext } from '../../contracts/project-context';
import type { Filter, Update } from '../../contracts/store';
import { demand, demandWritable, type AccessRule } from '../access';
import { changedNames, changeEntry } from '../changes';
import type { Resource } from '../define';
import type { Document, VersionedDocument } from '../document';
import { contextOf, type Draft } from '../draft';
import { checkLinks } from '../links';
import { readBody, refuse, type Operation } from '../read-body';
import type { RestRequest } from '../request';
import { equalJson, now } from '../values';
import { oneAtATime } from '../locks';
import { judgeVersion, sentVersion } from '../version';
import { answerDetail } from './answer';
import { commentIn } from './create';
import { uniqueRefusal } from './errors';
import { collectionOf, contextFor, forChanging, lookup, projectIdOf } from './lookup';

/** How often a write that lost a race is judged again before the request is given up with 503. */
const attempts = 200;

/** PUT and PATCH: look-up and permission, validation, version, own conditions, archived, blocked (permissions.md §3). */
export async function update<D extends Document>(
  resource: Resource<D>,
  request: RestRequest,
  access: AccessRule,
  operation: Operation,
): Promise<Reply> {
  const found = await forChanging(resource, request, access);
  const { id } = found.document;
  const after = await oneAtATime(`${resource.collection}:${id}`, async (waited) => {
    const document = waited ? await lookup(resource, request, id) : found.document;
    if (!document) throw apiError('NOT_FOUND');
    return change(resource, request, document, { access, operation });
  });
  return answerDetail(resource, request, after.document, 200, after.headers);
}

/** The stored document after a change, and the headers of its answer. */
export interface Changed<D extends Document> {
  document: D;
  headers: Record<string, string>;
}

async function change<D extends Document>(
  resource: Resource<D>,
  request: RestRequest,
  document: D,
  { access, operation }: { access: AccessRule; operation: Operation },
): Promise<Changed<D>> {
  const { values, errors } = readBody(resource.fields, request.body, operation);
  let before: D | null = document;
  for (let attempt = 0; attempt < attempts && before; attempt++) {
    const draft = await draftOf(resource, request, before, values);
    await demandMove(resource, draft, access);
    await resource.hooks?.prepare?.(draft);
    const found = { ...errors };
    await checkLinks(resource, draft, values, found);
    await resource.hooks?.validate?.(draft, found);
    refuse(found);
    if (resource.versioned) judgeVersion(before as unknown as VersionedDocument, sentVersion(draft.body), draft.sent);
    await resource.hooks?.check?.(draft);
    await demandOwnProjectWritable(request, resource, before, draft.context);
    const stored = await saveDraft(resource, draft);
    if (stored) return { document: stored, headers: draft.headers };
    before = await lookup(resource, request, document.id);
  }
  throw apiError(before ? 'UNAVAILABLE' : 'NOT_FOUND');
}

/** A move to another project needs permission in both. */
async function demandMove<D extends Document>(resource: Resource<D>, draft: Draft<D>, update: AccessRule): Promise<void> {
  const { request, before, context, body } = draft;
  const rules = resource.access;
  if (!before || !context || context.id === projectIdOf(resource, before)) return;
  const old = await request.context(projectIdOf(resource, before));
  demand(rules.leave ?? update, { user: request.user, context: old, document: before, body });
  demand(rules.enter ?? update, { user: request.user, context, document: before, body });
}

async function demandOwnProjectWritable<D extends Document>(
  request: RestRequest,
  resource: Resource<D>,
  before: D,
  target: ProjectContext | null,
): Promise<void> {
  if (target) demandWritable(target);
  const id = projectIdOf(resource, before);
  if (target?.id === id) return;
  const own = await request.context(id);
  if (own) demandWritable(own);
}

async function draftOf<D extends Document>(
  resource: Resource<D>,
  request: RestRequest,
  before: D,
  values: Record<string, unknown>,
): Promise<Draft<D>> {
  const after: D = { ...before, ...values };
  const context = await contextFor(resource, request, after);
  const { body } = request;
  return {
    request,
    before,
    after,
    context,
    sent: new Set(Object.keys(body)),
    body,
    foreign: new Set(),
    headers: {},
    comment: commentIn(body),
  };
}

/**
 * Writes a changed document in one compare-and-set, together with its change entry.
 * @param counts whether a versioned document gets a new version; only edits by requests do (occ.md)
 * @returns the stored document, or null when another write came first (versioned resources) or the document is gone
 */
export async function saveDraft<D extends Document>(resource: Resource<D>, draft: Draft<D>, counts = true): Promise<D | null> {
  const { request, after } = draft;
  const before = draft.before as D;
  await resource.hooks?.beforeSave?.(draft);
  if (resource.timestamps !== false) (after as Record<string, unknown>).modified_date = now();
  if (resource.versioned && counts) (after as Record<string, unknown>).version = (before.version as number) + 1;
  const entry = await entryOf(resource, draft);
  if (resource.versioned) noteVersions(before, after, changedNames(entry, before, after));
  if (!(await write(resource, draft, entry, counts))) return null;
  await resource.hooks?.afterSave?.(draft);
  await resource.hooks?.afterSaveAll?.([draft]);
  if (entry) await request.node.changes.deliver(resource.collection, after.id, [entry], request.call);
  return draft.after;
}

/** @returns whether the document is stored as it was meant */
async function write<D extends Document>(
  resource: Resource<D>,
  { request, before, after }: Draft<D>,
  entry: ChangeEntry | null,
  counts: boolean,
): Promise<boolean> {
  const documents = collectionOf(resource, request);
  try {
    const changes = changesBetween(before as D, after, entry);
    if ((await documents.updateOne(unchanged(resource, before as D, counts), changes)) > 0) return true;
    // Sent again over a new connection it finds nothing to match when the first try had arrived after all.
    return entry !== null && (await documents.count({ id: after.id, 'outbox.id': { contains: entry.id } })) > 0;
  } catch (error) {
    throw uniqueRefusal(resource, after, error);
  }
}

/** Holds while nobody else has written the document. Writes that don't count know one another by their time. */
function unchanged<D extends Document>(resource: Resource<D>, before: D, counts: boolean): Filter {
  if (!resource.versioned) return { id: before.id };
  const version = { id: before.id, version: before.version as number };
  return counts || resource.timestamps === false ? version : { ...version, modified_date: before.modified_date as string };
}

function entryOf<D extends Document>(resource: Resource<D>, draft: Draft<D>): Promise<ChangeEntry | null> | null {
  const { history } = resource;
  if (!history) return null;
  const { request, before, after, comment, sent } = draft;
  const version = resource.versioned ? (after.version as number) : null;
  return changeEntry({ history, request, action: 'change', before, after, context: contextOf(draft), comment, sent, version });
}

function noteVersions(before: Document, after: Document, names: readonly string[]): void {
  const versions = { ...(before.field_versions as Record<string, number>) };
  for (const name of names) versions[name] = after.version as number;
  (after as Record<string, unknown>).field_versions = versions;
}

const kitKeys = new Set(['id', 'outbox', 'outbox_count']);

/** Only what differs is set, so that concurrent writes of other parts aren't undone. */
function changesBetween(before: Document, after: Document, entry: ChangeEntry | null): Update {
  const set: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(after)) {
    if (!kitKeys.has(name) && !equalJson(before[name], value)) set[name] = value;
  }
  return entry ? { set, push: { outbox: [entry] }, inc: { outbox_count: 1 } } : { set };
}
