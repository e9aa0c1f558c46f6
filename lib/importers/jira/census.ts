import type { OutsidePeople } from '../people';
import { numberIn, recordIn, recordsIn, textIn, type Json } from '../read';
import { uniqueNames } from '../template';
import { fieldsOf, jiraKinds, numberOfKey, type JiraKind, type JiraRow } from './kinds';
import { attributesOf, type JiraAttribute, type SpecialFields } from './values';

/** What is known of a project or board before its issues are read. */
export interface JiraSetting {
  /** Address of the server, without trailing slash. */
  server: string;
  /** Of `GET /field`. */
  fields: readonly Json[];
  /** Our statuses of each kind. */
  statuses: Readonly<Record<JiraKind, readonly string[]>>;
  /** The status, by the outside id of an issue's status; null where names are the same. */
  columns: ReadonlyMap<string, string> | null;
  /** Sprints of a board. */
  sprints: readonly Json[];
  people: OutsidePeople;
  keepReference: boolean;
}

/** Where an issue stands here. */
export interface JiraPlace {
  kind: JiraKind;
  ref: number;
  /** Name of its sprint; null for none. */
  sprint: string | null;
}

/**
 * What all issues together tell, and each of them needs: refs, values of points, attributes that anything has, the
 * stories of epics. Every issue is added before the first is made into an element.
 */
export class JiraCensus {
  readonly special: SpecialFields;
  /** Our names of the sprints by outside id. */
  readonly sprintNames: ReadonlyMap<string, string>;
  readonly #attributes: readonly JiraAttribute[];
  readonly #used: Readonly<Record<JiraKind, Set<string>>>;
  readonly #places = new Map<string, JiraPlace>();
  readonly #stories = new Map<string, number[]>();
  readonly #points = new Set<number>();
  readonly #refs = new Set<number>();
  #unnumbered: { key: string; row: JiraRow }[] = [];

  constructor(readonly setting: JiraSetting) {
    const { attributes, special } = attributesOf(setting.fields);
    this.special = special;
    this.#attributes = attributes;
    this.#used = Object.fromEntries(jiraKinds.map((kind) => [kind, new Set<string>()])) as Record<JiraKind, Set<string>>;
    const names = uniqueNames(
      setting.sprints.map(({ name }) => textIn(name)),
      200,
    );
    this.sprintNames = new Map(setting.sprints.map(({ id }, index) => [textIn(id), names[index] ?? '']));
  }

  add(row: JiraRow): void {
    const key = textIn(row.issue.key);
    const number = numberOfKey(key);
    // Boards may show projects whose numbers are the same: the later ones get new numbers.
    if (number === null || this.#refs.has(number)) this.#unnumbered.push({ key, row: { ...row, comments: [], links: [] } });
    else this.#place(key, row, number);
    const points = this.pointsOf(row);
    if (points !== null) this.#points.add(points);
    for (const { name, read } of this.#attributes) if (read(row, this.setting.server) !== '') this.#used[row.kind].add(name);
  }

  /** Gives numbers to what has none of its own. */
  complete(): void {
    let next = 0;
    for (const ref of this.#refs) next = Math.max(next, ref);
    for (const { key, row } of this.#unnumbered.splice(0)) this.#place(key, row, ++next);
  }

  #place(key: string, row: JiraRow, ref: number): void {
    this.#refs.add(ref);
    this.#places.set(key, { kind: row.kind, ref, sprint: this.#sprintOf(row) });
    const epic = this.#epicOf(row);
    if (row.kind === 'userstory' && epic !== '') this.#stories.set(epic, [...(this.#stories.get(epic) ?? []), ref]);
  }

  /** Null for an issue that wasn't added. */
  placeOf(key: string): JiraPlace | null {
    return this.#places.get(key) ?? null;
  }

  /** Refs of the stories of an epic. */
  storiesOf(epic: string): readonly number[] {
    return this.#stories.get(epic) ?? [];
  }

  /** Story points; null for none. */
  pointsOf(row: JiraRow): number | null {
    return this.special.storyPoints === null ? null : numberIn(fieldsOf(row)[this.special.storyPoints]);
  }

  /** All values of points that occur, in order. */
  get points(): number[] {
    return [...this.#points].sort((one, other) => one - other);
  }

  /** The attributes that anything of the kind has a value for. */
  attributesOf(kind: JiraKind): JiraAttribute[] {
    return this.#attributes.filter(({ name }) => this.#used[kind].has(name));
  }

  /** Our status of an issue; null where there is none: the project's default. */
  statusOf(row: JiraRow): string | null {
    const { id, name } = recordIn(fieldsOf(row).status);
    const { columns, statuses } = this.setting;
    const wanted = columns === null ? textIn(name) : columns.get(textIn(id));
    return statuses[row.kind].find((status) => status === wanted) ?? null;
  }

  #epicOf(row: JiraRow): string {
    const { epicLink } = this.special;
    const fields = fieldsOf(row);
    return textIn(recordIn(fields.epic).key) || (epicLink === null ? '' : textIn(fields[epicLink]));
  }

  #sprintOf(row: JiraRow): string | null {
    const { sprint, closedSprints } = fieldsOf(row);
    const last = textIn(recordIn(sprint).id) || textIn(recordsIn(closedSprints).at(-1)?.id);
    return this.sprintNames.get(last) ?? null;
  }
}
