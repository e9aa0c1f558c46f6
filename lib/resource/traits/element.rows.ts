import type { RequestFacts } from '../../contracts/http';
import type { Caller, NodeTools } from '../../contracts/node';
import type { ElementRow, ElementRows, MadeRows, RowProblem } from '../../contracts/row-actions';
import type { IndexDeclaration } from '../../contracts/store';
import { apiErrorOf, notFound } from '../../errors';
import { can, demand, demandWritable } from '../access';
import type { Resource } from '../define';
import type { Draft } from '../draft';
import { collectionOf } from '../operations/lookup';
import { insertDrafts, validDraft } from '../operations/create';
import { RestRequest } from '../request';
import { learnTagsOf } from './element.rules';
import { permission, type Element, type ElementTraits } from './element';

/** Which row of a file an element was made from; it keeps a row from being made twice. */
export const rowIndex: IndexDeclaration = { fields: ['row'], unique: true, where: { row: { missing: false } } };

/** Whoever calls an internal action. */
interface Asker {
  node: NodeTools;
  facts: RequestFacts | null;
  call: Caller;
}

/** What a kind of element is made with. */
export interface RowKind<D extends Element> {
  traits: ElementTraits;
  resource: Resource<D>;
  /** Puts new elements in the order of their rows. */
  place?(drafts: readonly Draft<D>[]): void;
}

interface Valid<D extends Element> {
  row: ElementRow;
  draft: Draft<D>;
}

/**
 * Checks rows, and makes their elements as one bulk creation when nothing is wrong with any.
 * @throws ApiError 404 for an unknown project, 403 and 451 when the user may not make elements in it
 */
export async function makeRows<D extends Element>(
  { traits, resource, place }: RowKind<D>,
  asker: Asker,
  wanted: ElementRows,
): Promise<MadeRows> {
  const request = inTheNameOf(asker, wanted);
  const context = await request.context(wanted.project);
  if (!context) throw notFound('Project');
  demand(can(permission(traits, 'add')), { user: wanted.user, context, document: null, body: {} });
  demandWritable(context);
  const made = await madeBefore(resource, request, wanted);
  const problems: RowProblem[] = [];
  const valid: Valid<D>[] = [];
  for (const row of wanted.rows) {
    if (made.has(nameOf(wanted, row))) continue;
    const draft = await checked(resource, request, wanted.project, row, problems);
    if (draft) valid.push({ row, draft });
  }
  if (wanted.check || problems.length > 0) return { problems, refs: [] };
  await insertRows({ resource, place }, request, wanted, valid);
  for (const { row, draft } of valid) made.set(nameOf(wanted, row), draft.after.ref);
  return { problems, refs: wanted.rows.map((row) => made.get(nameOf(wanted, row)) ?? 0) };
}

const nameOf = ({ source }: ElementRows, { line }: ElementRow) => `${source}:${line}`;

function inTheNameOf(asker: Asker, { user, language }: ElementRows): RestRequest {
  const { facts, params } = RestRequest.inside(asker);
  return new RestRequest(asker.node, { ...facts, user, language }, params, asker.call);
}

/** Refs of the rows that an attempt before has made. */
async function madeBefore<D extends Element>(
  resource: Resource<D>,
  request: RestRequest,
  wanted: ElementRows,
): Promise<Map<string, number>> {
  const names = wanted.rows.map((row) => nameOf(wanted, row));
  const found = wanted.check ? [] : await collectionOf(resource, request).find({ filter: { row: { in: names } }, fields: ['row', 'ref'] });
  return new Map(found.map((element) => [String(element.row), element.ref]));
}

/** The draft of a row; null when something is wrong, which is noted. */
async function checked<D extends Element>(
  resource: Resource<D>,
  request: RestRequest,
  project: number,
  { line, body }: ElementRow,
  problems: RowProblem[],
): Promise<Draft<D> | null> {
  try {
    const draft = await validDraft(resource, request, { ...body, project });
    await resource.hooks?.check?.(draft);
    return draft;
  } catch (error) {
    const refusal = apiErrorOf(error);
    if (refusal?.status !== 400) throw error;
    problems.push({ line, errors: refusal.data.body as Record<string, unknown> });
    return null;
  }
}

async function insertRows<D extends Element>(
  { resource, place }: Pick<RowKind<D>, 'resource' | 'place'>,
  request: RestRequest,
  wanted: ElementRows,
  valid: readonly Valid<D>[],
): Promise<void> {
  const drafts = valid.map(({ draft }) => draft);
  place?.(drafts);
  await learnTagsOf(drafts as unknown as Parameters<typeof learnTagsOf>[0]);
  for (const { row, draft } of valid)
    Object.assign(draft.after, { row: nameOf(wanted, row), ...(row.custom_values && { custom_values: row.custom_values }) });
  await insertDrafts(resource, request, drafts);
}
