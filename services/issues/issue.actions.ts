import { elementActions } from '../../lib/resource/traits/element.actions';
import { bulkActions } from './bulk.actions';
import { csvAction } from './csv.actions';
import { facets } from './issue.facets';
import { promotion } from './promotion.actions';
import { traits } from './issue';
import { issues } from './issue.resource';

/** What there is to do with issues beside making, editing and deleting them. */
export const issueActions = elementActions(issues, traits, [facets, csvAction, ...bulkActions, promotion]);
