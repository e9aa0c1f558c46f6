import { elementActions } from '../../../lib/resource/traits/element.actions';
import { bulkActions } from './task-bulk.actions';
import { promotion } from './task-promotion.actions';
import { csvAction } from './task.csv';
import { facets } from './task.facets';
import { traits } from './task';
import { tasks } from './task.resource';

/** What there is to do with tasks beside making, editing and deleting them. */
export const taskActions = elementActions(tasks, traits, [facets, csvAction, ...bulkActions, promotion]);
