import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify/sync';
import type { CsvKind } from '../../contracts/project-actions';
import { notFound } from '../../errors';
import type { ProjectContext, SettingKind } from '../../contracts/project-context';
import { anyone } from '../access';
import type { Resource, RestAction } from '../define';
import { collectionOf } from '../operations/lookup';
import { RestRequest, type StreamedReply } from '../request';
import { View } from '../view';
import { marked, type Element, type ElementTraits } from './element';
import { settingOf } from './element.serialize';

type Cell = string | number | boolean | null;

/** A column of an export: its heading and what stands in it for one element. */
export type CsvColumn<D extends Element> = [name: string, value: (element: D, view: View) => Cell];

/** Columns of every export of a kind, or those that a project's export has (one for each of its roles). */
export type CsvColumns<D extends Element> = readonly CsvColumn<D>[] | ((context: ProjectContext) => readonly CsvColumn<D>[]);

const uuidForm = /^[0-9a-f]{32}$/;
/** Elements that are turned into rows together. */
const batchSize = 500;

/** `GET /{kind}/csv?uuid=`: all elements of the project that has this uuid, for whoever knows it. */
export function csvAction<D extends Element>(
  resource: Resource<D>,
  traits: ElementTraits,
  kind: CsvKind,
  columns: CsvColumns<D>,
): RestAction {
  return {
    name: 'csv',
    rest: { method: 'GET', path: `/${traits.path}/csv` },
    access: anyone,
    handler: (request) => csvOf(request, kind, { traits, resource, columns }),
  };
}

interface Export<D extends Element> {
  traits: ElementTraits;
  resource: Resource<D>;
  columns: CsvColumns<D>;
}

async function csvOf<D extends Element>(request: RestRequest, kind: CsvKind, exported: Export<D>): Promise<StreamedReply> {
  const { uuid = '' } = request.query;
  const project = uuidForm.test(uuid) ? await request.call('projects.ofCsvUuid', { kind, uuid }) : null;
  const context = await request.context(project);
  if (!context) throw notFound('Project');
  const disposition = `attachment; filename="${context.slug}-${kind}.csv"`;
  const headers = { 'Content-Type': 'text/csv; charset=utf-8', 'Content-Disposition': disposition };
  return { status: 200, headers, stream: Readable.from(textOf(request, context, exported), { objectMode: false }) };
}

/** The lines as fast as somebody reads them, so that an export of any length takes the memory of one batch. */
async function* textOf<D extends Element>(
  { node, facts }: RestRequest,
  context: ProjectContext,
  { traits, resource, columns }: Export<D>,
): AsyncIterable<string> {
  // Outlives the call that began it, whose time is limited.
  const request = RestRequest.inside({ node, facts, call: node.call });
  const own = typeof columns === 'function' ? columns(context) : columns;
  const all = [...own, ...customColumns<D>(context, traits.customAttributes)];
  yield lines([all.map(([name]) => name)]);
  const references = { ...resource.references, users: ['owner', 'assigned_to', 'assignees'], milestones: ['milestone'] };
  for await (const elements of batches(collectionOf(resource, request).stream({ filter: { project: context.id } }))) {
    const loaded = await resource.load?.(request, elements, 'list');
    const view = await View.of(node, facts, elements, references, { loaded });
    yield lines(elements.map((element) => all.map(([, value]) => value(element, view))));
  }
}

/** Cells that a spreadsheet would compute are marked as text. */
const lines = (rows: readonly (readonly Cell[])[]): string =>
  stringify([...rows] as Cell[][], {
    escape_formulas: true,
    // A line break alone, which isn't the one between records, has to be quoted as well.
    quoted_match: /[\r\n]/,
    cast: { boolean: (value) => (value ? 'True' : 'False') },
    record_delimiter: '\r\n',
  });

async function* batches<D>(all: AsyncIterable<D>): AsyncIterable<D[]> {
  let batch: D[] = [];
  for await (const one of all) {
    if (batch.push(one) < batchSize) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** One column for each custom attribute of the project. */
function customColumns<D extends Element>(context: ProjectContext, kind: SettingKind): CsvColumn<D>[] {
  return context.settings[kind].map(({ id, name }) => [name, (element) => asCell(element.custom_values[String(id)])]);
}

function asCell(value: unknown): Cell {
  if (value === undefined || value === null) return null;
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : JSON.stringify(value);
}

/** Name of the setting that an element has. */
export const settingName =
  (field: string, kind: SettingKind) =>
  (element: Element, view: View): Cell => {
    const item = settingOf(view.project(element.project), kind, element[field] as number | null);
    return item ? view.text(item.name) : null;
  };

const person = (prefix: 'owner' | 'assigned_to'): CsvColumn<Element>[] => [
  [prefix, (element, view) => view.user(element[prefix])?.username ?? null],
  [`${prefix}_full_name`, (element, view) => view.user(element[prefix])?.full_name_display ?? null],
];

/** Columns of the element itself. */
export const subjectColumns: readonly CsvColumn<Element>[] = [
  ['id', ({ id }) => id],
  ['ref', ({ ref }) => ref],
  ['subject', ({ subject }) => subject],
  ['description', ({ description }) => description],
];

/** Columns of its sprint. */
export const sprintColumns: readonly CsvColumn<Element>[] = [
  ['sprint_id', ({ milestone }) => (milestone ?? null) as number | null],
  ['sprint', ({ milestone }, view) => view.milestone(milestone)?.name ?? null],
  ['sprint_estimated_start', ({ milestone }, view) => view.milestone(milestone)?.estimated_start ?? null],
  ['sprint_estimated_finish', ({ milestone }, view) => view.milestone(milestone)?.estimated_finish ?? null],
];

/** Columns of the people of an element. */
export const peopleColumns: readonly CsvColumn<Element>[] = [...person('owner'), ...person('assigned_to')];

/** Columns of what hangs on an element. */
export const markColumns: readonly CsvColumn<Element>[] = [
  ['attachments', ({ attachments }) => attachments.length],
  ['external_reference', ({ external_reference }) => asCell(external_reference)],
  ['tags', ({ tags }) => tags.join(',')],
  ['watchers', ({ watches }) => marked(watches).join(',')],
  ['voters', ({ votes }) => votes.length],
];

/** Columns of the moments of an element. */
export const dateColumns: readonly CsvColumn<Element>[] = [
  ['created_date', ({ created_date }) => created_date],
  ['modified_date', ({ modified_date }) => modified_date],
];

/** Columns of elements that can be due. */
export const dueColumns: readonly CsvColumn<Element>[] = [
  ['due_date', ({ due_date }) => due_date],
  ['due_date_reason', ({ due_date_reason }) => due_date_reason],
];
