import type { ProjectContext, SettingKind } from '../../../lib/contracts/project-context';
import { roleOf, type Mapping, type TableKind } from './columns.rules';

/** What names in cells can stand for: ids by lower-case name. */
export interface Names {
  people: ReadonlyMap<string, number>;
  milestones: ReadonlyMap<string, number>;
}

/** A row as the body of a creation. */
export interface ReadRow {
  body: Record<string, unknown>;
  /** By attribute. */
  errors: Record<string, string[]>;
}

type Reader = (text: string) => unknown;

const settings: Record<TableKind, Record<string, SettingKind>> = {
  userstories: { status: 'us_statuses', swimlane: 'swimlanes' },
  issues: { status: 'issue_statuses', type: 'issue_types', priority: 'priorities', severity: 'severities' },
};

class UnknownName extends Error {}

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
    const errors: Record<string, string[]> = {};
    for (const [at, attribute, read] of this.readers) {
      const text = (cells[at] ?? '').replace(markedFormula, '');
      if (text.trim() === '') continue;
      try {
        const role = roleOf(attribute);
        if (role === null) body[attribute] = read(text);
        else points[this.roleId(role)] = read(text);
      } catch (error) {
        if (!(error instanceof UnknownName)) throw error;
        errors[attribute] = [error.message];
      }
    }
    if (Object.keys(points).length > 0) body.points = points;
    return { body, errors };
  }

  private readerOf(attribute: string): Reader {
    const kind = settings[this.kind][attribute];
    if (kind !== undefined) return (text) => found(this.settingNames(kind), attribute, text);
    if (roleOf(attribute) !== null) return (text) => this.pointsId(text);
    if (attribute === 'assigned_to') return (text) => found(this.names.people, 'member', text);
    if (attribute === 'milestone') return (text) => found(this.names.milestones, 'sprint', text);
    if (attribute === 'tags') return tagsIn;
    return attribute === 'description' ? (text) => text : (text) => text.trim();
  }

  private settingNames(kind: SettingKind): Map<string, number> {
    return new Map(this.context.settings[kind].map(({ id, name }) => [name.toLowerCase(), id]));
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
    if (!item) throw new UnknownName(`There are no points '${text.trim()}'.`);
    return item.id;
  }
}

function found(ids: ReadonlyMap<string, number>, what: string, text: string): number {
  const id = ids.get(text.trim().toLowerCase());
  if (id === undefined) throw new UnknownName(`There is no ${what} '${text.trim()}'.`);
  return id;
}

const tagsIn = (text: string): string[] =>
  text
    .split(',')
    .map((tag) => tag.trim().toLowerCase())
    .filter((tag) => tag !== '');
