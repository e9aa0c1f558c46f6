import { createHash, randomUUID } from 'node:crypto';
import type { ChangeAction, ChangeEntry, ElementKind, ValueNames } from '../contracts/changes';
import type { ProjectContext } from '../contracts/project-context';
import type { HistoryDeclaration } from './define';
import type { Document } from './document';
import type { RestRequest } from './request';
import type { UserCard } from '../contracts/user-card';
import { byCodePoint, equalJson, now } from './values';

/** Old and new value by field. */
export type Diff = Record<string, [unknown, unknown]>;

/** `{field: [old, new]}` of what differs between two frozen elements. */
export function diffOf(before: Record<string, unknown>, after: Record<string, unknown>, without: readonly string[] = []): Diff {
  const diff: Diff = {};
  for (const [name, value] of Object.entries(after)) {
    if (!without.includes(name) && !equalJson(before[name] ?? null, value ?? null)) diff[name] = [before[name] ?? null, value ?? null];
  }
  return diff;
}

/** What {@link changeEntry} makes an entry of. */
export interface ChangeFacts<D extends Document> {
  history: HistoryDeclaration<D>;
  request: RestRequest;
  action: ChangeAction;
  before: D | null;
  after: D;
  context: ProjectContext;
  comment?: string;
  sent?: Iterable<string>;
  /** Version that the change led to; null when it doesn't count. */
  version?: number | null;
  /** The bulk operation tells live clients itself. */
  pushed?: boolean;
}

/**
 * The entry of one change; null when nothing that the history keeps differs, there is no comment and nobody was made
 * watcher or assignee, who has to hear of it.
 */
export async function changeEntry<D extends Document>(facts: ChangeFacts<D>): Promise<ChangeEntry | null> {
  const { history, request, action, after, context, comment = '' } = facts;
  const before = action === 'change' ? facts.before : null;
  const snapshot = history.freeze(after, context);
  const left = before ? await contextLeft(before, facts) : context;
  const diff = before ? diffOf(history.freeze(before, left), snapshot, history.neverInDiff) : {};
  const cards = await peopleIn(diff, history, request);
  orderPeople(diff, history, cards);
  const sent = [...(facts.sent ?? [])];
  const added = before ? addedUsers(before, after, sent) : {};
  if (action === 'change' && comment === '' && Object.keys({ ...diff, ...added }).length === 0) return null;
  return {
    id: entryId(history.kind, action, after.id),
    kind: history.kind,
    object: after.id,
    project: context.id,
    action,
    ...originOf(request),
    version: facts.version ?? null,
    diff,
    names: { ...(await namesIn(diff, new Set([left, context]), facts)), users: fullNames(cards) },
    snapshot,
    comment,
    hidden: action === 'change' && comment === '' && Object.keys(diff).every((name) => history.hidden.includes(name)),
    sent,
    related: await relatedTo(history, after, request),
    document: withoutInternals(after),
    ...(Object.keys(added).length > 0 && { added }),
    ...(facts.pushed && { pushed: true }),
  };
}

/** The project that an element was in before, which is another one when the change moved it. */
async function contextLeft<D extends Document>(before: D, { request, context }: ChangeFacts<D>): Promise<ProjectContext> {
  const { project } = before as { project?: number };
  if (project === undefined || project === context.id) return context;
  return (await request.context(project)) ?? context;
}

/** Names of the values in a diff, from each project that they may be of. */
async function namesIn<D extends Document>(
  diff: Diff,
  contexts: ReadonlySet<ProjectContext>,
  { history, request }: ChangeFacts<D>,
): Promise<ValueNames> {
  const names: ValueNames = {};
  for (const context of contexts)
    for (const [field, found] of Object.entries(await history.names(diff, context, request))) names[field] = { ...names[field], ...found };
  return names;
}

async function relatedTo<D extends Document>({ related }: HistoryDeclaration<D>, after: D, request: RestRequest) {
  return (await related?.(after, request)) ?? {};
}

const originOf = ({ user, facts }: RestRequest) => ({ actor: user?.id ?? null, at: now(), sessionId: facts.sessionId });

/** An element is deleted once, however many requests ask for it or begin with it: its deletion has one id. */
function entryId(kind: ElementKind, action: ChangeAction, object: number): string {
  if (action !== 'delete') return randomUUID();
  const digest = createHash('sha256').update(`delete ${kind} ${object}`).digest('hex');
  return digest.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5');
}

const idsOf = (list: unknown): number[] =>
  Array.isArray(list) ? list.map((item: number | { id: number }) => (typeof item === 'number' ? item : item.id)) : [];

/** Lists of people by the key of the body that changes them. */
const peopleLists = { watchers: 'watches', assigned_users: 'assigned_users' } as const;

function addedUsers(before: Document, after: Document, sent: readonly string[]): Record<string, number[]> {
  const added: Record<string, number[]> = {};
  for (const [key, field] of Object.entries(peopleLists)) {
    if (!sent.includes(key)) continue;
    const present = new Set(idsOf(before[field]));
    const users = idsOf(after[field]).filter((id) => !present.has(id));
    if (users.length > 0) added[key] = users;
  }
  return added;
}

function peopleIn(
  diff: Diff,
  { users }: Pick<HistoryDeclaration<Document>, 'users'>,
  { node }: RestRequest,
): Promise<Map<number, UserCard>> {
  const ids = users.flatMap((field) => diff[field] ?? []).flat();
  return node.caches.users.many(ids.filter((id): id is number => typeof id === 'number'));
}

/** Lists of people are in the order of their usernames (history.md, values_diff). */
function orderPeople(diff: Diff, { users }: Pick<HistoryDeclaration<Document>, 'users'>, cards: ReadonlyMap<number, UserCard>): void {
  const username = (id: number) => cards.get(id)?.username ?? '';
  const ordered = (value: unknown) =>
    Array.isArray(value) ? (value as number[]).toSorted((left, right) => byCodePoint(username(left), username(right))) : value;
  for (const field of users) {
    const pair = diff[field];
    if (pair) diff[field] = [ordered(pair[0]), ordered(pair[1])];
  }
}

const fullNames = (cards: ReadonlyMap<number, UserCard>): ValueNames[string] =>
  Object.fromEntries([...cards.values()].map((card) => [String(card.id), card.full_name_display]));

/** The document without what only the kit needs. */
function withoutInternals(document: Document): Record<string, unknown> {
  const { outbox: _outbox, outbox_count: _count, field_versions: _versions, ...visible } = document;
  return visible;
}

/** Names of the attributes that an entry changed; a story's assignee counts too (occ.md). */
export function changedNames(entry: ChangeEntry | null, before: Document | null, after: Document): string[] {
  const names = Object.keys(entry?.diff ?? {});
  if (before && 'assigned_to' in after && !equalJson(before.assigned_to ?? null, after.assigned_to ?? null)) names.push('assigned_to');
  return names;
}
