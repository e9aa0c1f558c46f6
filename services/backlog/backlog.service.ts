import { defineService } from '../../mixins/service';
import { epics } from './epics/epic.resource';
import { internal } from './internal';
import { userStories } from './userstories/userstory.resource';

/** Sprints, epics, user stories and tasks. */
export default defineService({
  name: 'backlog',
  resources: [epics, userStories],
  internal,
  collections: ['milestones', 'tasks'].map((name) => ({ name, indexes: [] })),
});
