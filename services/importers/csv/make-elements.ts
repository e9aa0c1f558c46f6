import { chunksOf } from '../../../lib/chunks';
import type { ProjectContext } from '../../../lib/contracts/project-context';
import type { Requester } from '../../../lib/contracts/http';
import type { Caller, NodeTools } from '../../../lib/contracts/node';
import type { ElementRow, MadeRows, RowProblem } from '../../../lib/contracts/row-actions';
import { hasPermission } from '../../../lib/resource/permissions';
import type { Mapping, TableKind } from './columns.rules';
import { RowReader, type Names } from './rows.rules';
import type { Table } from './table';

/** Rows that go to the owner of the elements at once, and their characters as JSON: a message has to hold them. */
const batch = { items: 200, characters: 262_144 };
/** Characters of a row. */
const longestRow = 200_000;
/** As many as somebody can put right at a time. */
const mostProblems = 100;

/** A table on its way into a project. */
export interface TableImport {
  /** Unique for the file. */
  source: string;
  kind: TableKind;
  context: ProjectContext;
  user: Requester;
  language: string;
  table: Table;
  mapping: Mapping;
}

interface Tools {
  node: NodeTools;
  call: Caller;
}

const actions = { userstories: 'backlog.makeStories', issues: 'issues.makeIssues' } as const;

/** What is wrong with the rows, in their order, up to a limit. */
export async function problemsOf(tools: Tools, wanted: TableImport): Promise<RowProblem[]> {
  const { rows, problems } = await readRows(tools, wanted);
  for (const part of chunksOf(rows, batch)) {
    if (problems.length >= mostProblems) break;
    problems.push(...(await send(tools, wanted, part, true)).problems);
  }
  return problems.sort((one, other) => one.line - other.line).slice(0, mostProblems);
}

/** Makes the elements, those that an attempt before has made excepted, and gives their refs. */
export async function* makeElements(tools: Tools, wanted: TableImport): AsyncGenerator<MadeRows> {
  const { rows } = await readRows(tools, wanted);
  for (const part of chunksOf(rows, batch)) yield await send(tools, wanted, part, false);
}

function send(
  { call }: Tools,
  { kind, context, source, user, language }: TableImport,
  rows: ElementRow[],
  check: boolean,
): Promise<MadeRows> {
  return call(actions[kind], { source, project: context.id, user, language, rows, check });
}

async function readRows({ node }: Tools, wanted: TableImport): Promise<{ rows: ElementRow[]; problems: RowProblem[] }> {
  const { kind, context, user, table, mapping } = wanted;
  const reader = new RowReader(kind, context, await namesIn(node, context, user), { columns: table.columns, mapping });
  const rows: ElementRow[] = [];
  const problems: RowProblem[] = [];
  for (const { line, cells } of table.rows) {
    const { errors, ...read } = reader.read(cells);
    const length = cells.reduce((sum, cell) => sum + cell.length, 0);
    if (length > longestRow) problems.push({ line, errors: { non_field_errors: [`A row has at most ${longestRow} characters.`] } });
    else if (Object.keys(errors).length > 0) problems.push({ line, errors });
    else rows.push({ line, ...read });
  }
  return { rows, problems };
}

/** Members by username and full name (a name of two counts for none), and the sprints that the user may see. */
async function namesIn(node: NodeTools, context: ProjectContext, user: Requester): Promise<Names> {
  const cards = [...(await node.caches.users.many(context.members.map((member) => member.user))).values()];
  const people = new Map<string, number>();
  const fullNames = cards.map(({ full_name_display }) => full_name_display.toLowerCase());
  cards.forEach(({ id }, index) => {
    const name = fullNames[index] as string;
    if (fullNames.indexOf(name) === fullNames.lastIndexOf(name)) people.set(name, id);
  });
  for (const { id, username } of cards) people.set(username.toLowerCase(), id);
  const own = hasPermission(context, user, 'view_milestones') ? await node.caches.projectMilestones.one(context.id) : null;
  const milestones = new Map(
    (own?.milestones ?? []).flatMap(({ id, name, slug }) => [[slug, id] as const, [name.toLowerCase(), id] as const]),
  );
  return { people, milestones };
}
