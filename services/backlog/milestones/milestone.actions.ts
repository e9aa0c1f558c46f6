import { watchActions } from '../../../lib/resource/traits/marks.actions';
import { moveActions } from './milestone-moves.actions';
import { statsAction } from './milestone-stats.actions';
import { milestones } from './milestone.resource';

/** What there is to do with sprints beside making, editing and deleting them. */
export const milestoneActions = [statsAction, ...moveActions, ...watchActions(milestones, 'view_milestones')];
