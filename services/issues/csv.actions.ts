import * as csv from '../../lib/resource/traits/csv.actions';
import { traits, type Issue } from './issue';
import { issues } from './issue.resource';

const columns: readonly csv.CsvColumn<Issue>[] = [
  ...csv.subjectColumns,
  ...csv.sprintColumns,
  ...csv.peopleColumns,
  ['status', csv.settingName('status', 'issue_statuses')],
  ['severity', csv.settingName('severity', 'severities')],
  ['priority', csv.settingName('priority', 'priorities')],
  ['type', csv.settingName('type', 'issue_types')],
  ['is_closed', ({ is_closed }) => is_closed],
  ...csv.markColumns,
  ...csv.dateColumns,
  ['finished_date', ({ finished_date }) => finished_date],
  ...csv.dueColumns,
];

export const csvAction = csv.csvAction(issues, traits, 'issues', columns);
