import { defineService } from '../../mixins/service';
import { internal } from './internal';
import { userStories } from './userstories/userstory.resource';

/** Sprints, epics, user stories and tasks. */
export default defineService({
  name: 'backlog',
  resources: [userStories],
  internal,
  collections: ['milestones', 'epics', 'tasks', 'related_userstories'].map((name) => ({ name, indexes: [] })),
});
