import type { ChangeEntry } from '../../contracts/changes';
import type { Reply } from '../../contracts/http';
import { demand, demandWritable, type AccessRule } from '../access';
import { changeEntry } from '../changes';
import type { Resource } from '../define';
import type { Document } from '../document';
import { contextOf, type Draft } from '../draft';
import { readText } from '../fields';
import { checkLinks } from '../links';
import { noteNew } from '../new-documents';
import { readBody, refuse } from '../read-body';
import type { RestRequest } from '../request';
import { now } from '../values';
import { answerDetail } from './answer';
import { brokenRule, uniqueRefusal } from './errors';
import { insertNew } from './insertion';
import { collectionOf } from './lookup';

/** POST: validation comes before permission (conventions.md §2). */
export async function create<D extends Document>(resource: Resource<D>, request: RestRequest, access: AccessRule): Promise<Reply> {
  const draft = await validDraft(resource, request);
  demand(access, { user: request.user, context: draft.context, document: null, body: draft.body });
  if (draft.context) demandWritable(draft.context);
  await resource.hooks?.check?.(draft);
  await insertDraft(resource, draft);
  return answerDetail(resource, request, draft.after, 201, draft.headers);
}

/** Reads and checks the body of a creation. @throws 400 */
export async function validDraft<D extends Document>(resource: Resource<D>, request: RestRequest, body = request.body): Promise<Draft<D>> {
  const { values, errors } = readBody(resource.fields, body, 'create');
  const draft = draftOf(resource, request, body, values);
  if (resource.parent === 'project' && !('project' in errors)) draft.context = await request.context(values.project as number | null);
  await resource.hooks?.prepare?.(draft);
  await checkLinks(resource, draft, draft.after, errors);
  await resource.hooks?.validate?.(draft, errors);
  refuse(errors);
  return draft;
}

function draftOf<D extends Document>(
  resource: Resource<D>,
  request: RestRequest,
  body: Record<string, unknown>,
  values: Record<string, unknown>,
): Draft<D> {
  const after = newDocument(resource, values);
  return {
    request,
    before: null,
    after,
    context: null,
    sent: new Set(Object.keys(body)),
    body,
    foreign: new Set(),
    headers: {},
    comment: commentIn(body),
  };
}

/** A document with the values and, for all other fields, their initial ones. Its id comes with the insertion. */
export function newDocument<D extends Document>(resource: Resource<D>, values: Record<string, unknown>): D {
  const document: Record<string, unknown> = { id: 0 };
  for (const [name, field] of Object.entries(resource.fields)) document[name] = name in values ? values[name] : field.initial();
  if (resource.timestamps !== false) document.created_date = document.modified_date = now();
  if (resource.versioned) Object.assign(document, { version: 1, field_versions: {} });
  return document as D;
}

/** The comment of a body; anything that is no text counts as none. */
export function commentIn(body: Record<string, unknown>): string {
  try {
    return readText(body.comment);
  } catch {
    return '';
  }
}

/** Computes, numbers and stores a new document, with its change entry in the same write. */
export async function insertDraft<D extends Document>(resource: Resource<D>, draft: Draft<D>): Promise<void> {
  await insertDrafts(resource, draft.request, [draft]);
}

/** The same for many at once: ids and refs are taken in blocks. */
export async function insertDrafts<D extends Document>(
  resource: Resource<D>,
  request: RestRequest,
  drafts: readonly Draft<D>[],
): Promise<void> {
  if (drafts.length === 0) return;
  await number(resource, request, drafts);
  for (let attempt = 1; !(await isStored(resource, request, drafts, attempt < attempts)); attempt++);
  noteNew(drafts.map(({ after }) => after));
  for (const draft of drafts) await resource.hooks?.afterSave?.(draft);
  await resource.hooks?.afterSaveAll?.(drafts);
  await deliverAll(resource, request, drafts);
}

/** How often a computed unique value is computed again because another document got it first. */
const attempts = 50;

/** @returns false when a computed unique value was taken meanwhile and the documents may be computed `again` */
async function isStored<D extends Document>(
  resource: Resource<D>,
  request: RestRequest,
  drafts: readonly Draft<D>[],
  again: boolean,
): Promise<boolean> {
  for (const draft of drafts) await resource.hooks?.beforeSave?.(draft);
  for (const draft of drafts) await addEntry(resource, draft);
  const [first] = drafts as [Draft<D>];
  const documents = drafts.map(({ after }) => after);
  try {
    await insertNew(collectionOf(resource, request), documents);
    return true;
  } catch (error) {
    if (again && drafts.length === 1 && brokenRule(resource, error)?.computed?.(first)) return false;
    throw uniqueRefusal(resource, first.after, error);
  }
}

async function number<D extends Document>(resource: Resource<D>, request: RestRequest, drafts: readonly Draft<D>[]): Promise<void> {
  const [first] = drafts;
  const count = drafts.length;
  const [id, ref] = await Promise.all([
    request.node.store.take(resource.collection, count),
    resource.referenced && first ? request.call('projects.takeRefs', { project: contextOf(first).id, count }) : null,
  ]);
  drafts.forEach(({ after }, index) => {
    after.id = id + index;
    if (ref !== null) (after as Record<string, unknown>).ref = ref + index;
  });
}

async function addEntry<D extends Document>(resource: Resource<D>, draft: Draft<D>): Promise<void> {
  const { history } = resource;
  if (!history) return;
  const { request, after, comment, sent } = draft;
  const entry = await changeEntry({
    history,
    request,
    action: 'create',
    before: null,
    after,
    context: contextOf(draft),
    comment,
    sent,
    version: resource.versioned ? 1 : null,
  });
  Object.assign(after, { outbox: [entry], outbox_count: 1 });
}

async function deliverAll<D extends Document>(resource: Resource<D>, request: RestRequest, drafts: readonly Draft<D>[]): Promise<void> {
  if (!resource.history) return;
  const delivered = drafts.map(({ after }) => ({ document: after.id, entries: (after.outbox ?? []) as ChangeEntry[] }));
  await request.node.changes.deliverAll(resource.collection, delivered, request.call);
}
