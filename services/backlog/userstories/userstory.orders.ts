import type { RankedOrder } from '../../../lib/resource/orders';
import { placeInEpic } from './userstory.serialize';
import type { UserStory } from './userstory';

/** The order within the epic that the list is filtered by. */
export const epicOrder: RankedOrder<UserStory> = { fields: ['epics'], references: {}, rank: placeInEpic };
