import { elementActions } from '../../../lib/resource/traits/element.actions';
import { bulkCreate } from './epic-bulk.actions';
import { csvAction } from './epic.csv';
import { facets } from './epic.facets';
import { relatedStoryActions } from './related-stories.actions';
import { traits } from './epic';
import { epics } from './epic.resource';

/** What there is to do with epics beside making, editing and deleting them. */
export const epicActions = elementActions(epics, traits, [facets, csvAction, bulkCreate, ...relatedStoryActions]);
