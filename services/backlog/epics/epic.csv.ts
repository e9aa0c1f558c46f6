import * as csv from '../../../lib/resource/traits/csv.actions';
import { traits, type Epic } from './epic';
import { epics } from './epic.resource';

const columns: readonly csv.CsvColumn<Epic>[] = [
  ...csv.subjectColumns,
  ...csv.peopleColumns,
  ['status', csv.settingName('status', traits.statuses)],
  ['epics_order', ({ epics_order }) => epics_order],
  ['client_requirement', ({ client_requirement }) => client_requirement],
  ['team_requirement', ({ team_requirement }) => team_requirement],
  ...csv.markColumns,
  ...csv.dateColumns,
];

export const csvAction = csv.csvAction(epics, traits, 'epics', columns);
