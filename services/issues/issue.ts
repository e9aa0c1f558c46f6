import type { ProjectContext, SettingKind } from '../../lib/contracts/project-context';
import type { Element, ElementTraits } from '../../lib/resource/traits/element';

/** An issue as stored. */
export type Issue = Element & {
  type: number | null;
  priority: number | null;
  severity: number | null;
  milestone: number | null;
  /** When it was last saved with a closed status; null while it is open. */
  finished_date: string | null;
  /** Ids of the user stories made of it. */
  promoted_to: number[];
};

export const collectionName = 'issues';

export const traits: ElementTraits = {
  path: 'issues',
  title: 'Issue',
  kind: 'issue',
  noun: 'issue',
  statuses: 'issue_statuses',
  defaultStatus: 'default_issue_status',
  customAttributes: 'issue_custom_attributes',
  valuesKey: 'issue',
  foreignStatus: 403,
  dueDates: true,
};

/** Settings of an issue beside its status, each with the project's default. */
export const settings = [
  { field: 'type', kind: 'issue_types', fallback: 'default_issue_type' },
  { field: 'priority', kind: 'priorities', fallback: 'default_priority' },
  { field: 'severity', kind: 'severities', fallback: 'default_severity' },
] as const satisfies readonly { field: string; kind: SettingKind; fallback: keyof ProjectContext['defaults'] }[];
