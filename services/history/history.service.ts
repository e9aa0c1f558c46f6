import { defineService } from '../../mixins/service';
import { countedDays, followActivity } from './activity';
import { commentActions } from './comments.actions';
import { historyEntries } from './entry';
import { historyActions } from './history.actions';
import { internal } from './history.internal';
import { timelineActions } from './timeline.actions';

export default defineService({
  name: 'history',
  actions: [...historyActions, ...commentActions, ...timelineActions],
  internal,
  collections: [historyEntries, countedDays],
  consumers: [{ group: 'activity', handle: followActivity }],
  // Those of comments that were edited, deleted or restored.
  outboxes: [historyEntries.name],
});
