import type { ProjectContext, SettingItem, SettingKind } from '../../../lib/contracts/project-context';
import { f, FieldProblem } from '../../../lib/resource/fields';
import { customKinds, customNameOf, roleOf, type Mapping, type TableKind } from './columns.rules';

/** What names in cells can stand for: ids by lower-case name. */
export interface Names {
  people: ReadonlyMap<string, number>;
  milestones: ReadonlyMap<string, number>;
}

/** A row as the body of a creation. */
export interface ReadRow {
  body: Record<string, unknown>;
  /** By the id of the custom attribute; left out where there are none. */
  custom_values?: Record<string, unknown>;
  /** By attribute. */
  errors: Record<string, string[]>;
}

type Reader = (text: string) => unknown;

const settings: Record<TableKind, Record<string, SettingKind>> = {
  userstories: { status: 'us_statuses', swimlane: 'swimlanes' },
  issues: { status: 'issue_statuses', type: 'issue_types', priority: 'priorities', severity: 'severities' },
};

/** What a cell can't mean; the message is for who reads the errors. */
class WrongCell extends Error {}

/** Exports mark what a spreadsheet would compute by a quote before it. */
const markedFormula = /^'(?=[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20])/;

/** Reads rows of one table; what isn't read here is checked by the owner of the elements. */
export class RowReader {
  private readonly readers: [at: number, attribute: string, read: Reader][];

  constructor(
    private readonly kind: TableKind,
    private readonly context: ProjectContext,
    private readonly names: Names,
    { columns, mapping }: { columns: readonly string[]; mapping: Mapping },
  ) {
    this.readers = columns.flatMap((column, at) => {
      const attribute = Object.hasOwn(mapping, column) ? mapping[column] : undefined;
      return attribute === undefined ? [] : [[at, attribute, this.readerOf(attribute)] as [number, string, Reader]];
    });
  }

  /** Empty cells leave the project's defaults. */
  read(cells: readonly string[]): ReadRow {
    const body: Record<string, unknown> = {};
    const points: Record<string, unknown> = {};
    const custom: Record<string, unknown> = {};
    const errors: Record<string, string[]> = {};
    for (const [at, attribute, read] of this.readers) {
      const text = (cells[at] ?? '').replace(markedFormula, '');
      if (text.trim() === '') continue;
      try {
        const [role, name] = [roleOf(attribute), customNameOf(attribute)];
        if (role !== null) points[this.roleId(role)] = read(text);
        else if (name !== null) custom[String(this.customAttribute(name)?.id)] = read(text);
        else body[attribute] = read(text);
      } catch (error) {
        if (!(error instanceof WrongCell)) throw error;
        errors[attribute] = [error.message];
      }
    }
    if (Object.keys(points).length > 0) body.points = points;
    return { body, errors, ...(Object.keys(custom).length > 0 && { custom_values: custom }) };
  }

  private readerOf(attribute: string): Reader {
    const kind = settings[this.kind][attribute];
    if (kind !== undefined) return (text) => found(this.settingNames(kind), attribute, text);
    if (roleOf(attribute) !== null) return (text) => this.pointsId(text);
    if (attribute === 'assigned_to') return (text) => found(this.names.people, 'member', text);
    const custom = customNameOf(attribute);
    if (custom !== null) return (text) => customValue(this.customAttribute(custom), text.trim());
    if (attribute === 'assigned_users' || attribute === 'watchers')
      return (text) => listed(text).map((name) => found(this.names.people, 'member', name));
    if (attribute === 'milestone') return (text) => found(this.names.milestones, 'sprint', text);
    if (attribute === 'tags') return tagsIn;
    return attribute === 'description' ? (text) => text : (text) => text.trim();
  }

  private settingNames(kind: SettingKind): Map<string, number> {
    return new Map(this.context.settings[kind].map(({ id, name }) => [name.toLowerCase(), id]));
  }

  private customAttribute(name: string): SettingItem | undefined {
    return this.context.settings[customKinds[this.kind]].find((one) => one.name === name);
  }

  private roleId(slug: string): string {
    return String(this.context.roles.find((role) => role.slug === slug)?.id ?? '');
  }

  /** By name, or by value. */
  private pointsId(text: string): number {
    const wanted = text.trim().toLowerCase();
    const number = Number(wanted.replace(',', '.'));
    const item = this.context.settings.points.find(
      ({ name, value }) => name.toLowerCase() === wanted || (value !== null && value === number),
    );
    if (!item) throw new WrongCell(`There are no points '${text.trim()}'.`);
    return item.id;
  }
}

function found(ids: ReadonlyMap<string, number>, what: string, text: string): number {
  const id = ids.get(text.trim().toLowerCase());
  if (id === undefined) throw new WrongCell(`There is no ${what} '${text.trim()}'.`);
  return id;
}

const listed = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

const tagsIn = (text: string): string[] => listed(text).map((tag) => tag.toLowerCase());

const yes = new Set(['true', 'yes', 'y', 'x', '1', 'on']);
const no = new Set(['false', 'no', 'n', '0', 'off']);

/** What a custom attribute keeps of a text, by its type. */
function customValue(attribute: SettingItem | undefined, text: string): unknown {
  if (!attribute) throw new WrongCell('This custom attribute is gone.');
  switch (attribute.type) {
    case 'number':
      return numberIn(text);
    case 'checkbox':
      return flagIn(text.toLowerCase());
    case 'date':
      return dateIn(text);
    case 'dropdown':
      return choiceIn(attribute.extra, text);
    default:
      return text;
  }
}

function numberIn(text: string): number {
  const value = Number(text.replace(',', '.'));
  if (!Number.isFinite(value)) throw new WrongCell(`'${text}' is not a number.`);
  return value;
}

function flagIn(text: string): boolean {
  if (yes.has(text) || no.has(text)) return yes.has(text);
  throw new WrongCell(`'${text}' is neither yes nor no.`);
}

function dateIn(text: string): unknown {
  try {
    return f.date().read(text, { operation: 'create' });
  } catch (error) {
    throw error instanceof FieldProblem ? new WrongCell(error.messages.join(' ')) : error;
  }
}

function choiceIn(choices: unknown, text: string): string {
  const choice = (Array.isArray(choices) ? (choices as unknown[]) : []).find(
    (one) => typeof one === 'string' && one.toLowerCase() === text.toLowerCase(),
  );
  if (typeof choice !== 'string') throw new WrongCell(`There is no choice '${text}'.`);
  return choice;
}
