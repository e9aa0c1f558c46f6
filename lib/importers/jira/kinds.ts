import { recordIn, textIn, type Json } from '../read';

/** What an outside issue becomes. */
export type JiraKind = 'epic' | 'userstory' | 'task' | 'issue';

/** What issues of Jira become. */
export const jiraKinds = ['epic', 'userstory', 'task', 'issue'] as const satisfies readonly JiraKind[];

/** How a project is to be read; `agile` for boards. */
export const projectTypes = ['scrum', 'kanban', 'issues', 'issues-with-subissues'] as const;

/** One of {@link projectTypes}. */
export type JiraProjectType = (typeof projectTypes)[number];

const namedKinds: Readonly<Record<string, JiraKind>> = { epic: 'epic', issue: 'issue', bug: 'issue', enhancement: 'issue' };

/** The kind of an issue type (importers.md, Jira). */
export function kindOfType(type: Json, projectType: JiraProjectType): JiraKind {
  const isSubtask = type.subtask === true;
  if (projectType === 'issues-with-subissues') return 'issue';
  if (projectType === 'issues') return isSubtask ? 'task' : 'issue';
  return isSubtask ? 'task' : (namedKinds[textIn(type.name).toLowerCase()] ?? 'userstory');
}

/** An issue with what is asked for it alone. */
export interface JiraRow {
  kind: JiraKind;
  issue: Json;
  comments: Json[];
  links: Json[];
}

/** The fields of an issue; empty where it has none. */
export const fieldsOf = ({ issue }: Pick<JiraRow, 'issue'>): Json => recordIn(issue.fields);

/** `12` of `ROCKET-12`; null for a key of another form. */
export function numberOfKey(key: string): number | null {
  const [, digits] = /-(\d{1,9})$/.exec(key) ?? [];
  return digits === undefined ? null : Number(digits);
}

/** Who somebody is outside. */
export const personId = (person: unknown): string => textIn(recordIn(person).key) || textIn(recordIn(person).name);

/** What somebody is called in Jira; empty for nobody. */
export const personName = (person: unknown): string => textIn(recordIn(person).displayName) || textIn(recordIn(person).name);
