import { elementActions } from '../../../lib/resource/traits/element.actions';
import { csvAction } from './userstory.csv';
import { bulkActions } from './userstory-bulk.actions';
import { orderActions } from './userstory-orders.actions';
import { facets } from './userstory.facets';
import { traits } from './userstory';
import { userStories } from './userstory.resource';

/** What there is to do with user stories beside making, editing and deleting them. */
export const userStoryActions = elementActions(userStories, traits, [facets, csvAction, ...bulkActions, ...orderActions]);
