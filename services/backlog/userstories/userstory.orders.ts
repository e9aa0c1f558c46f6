import type { RankedOrder } from '../../../lib/resource/define';
import { placeInEpic } from './shown-epics';
import type { UserStory } from './userstory';

/** The order within the epic that the list is filtered by. */
export const epicOrder: RankedOrder<UserStory> = { fields: ['epics'], references: {}, rank: placeInEpic };
