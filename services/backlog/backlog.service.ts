import { defineService } from '../../mixins/service';
import { epics } from './epics/epic.resource';
import { internal } from './internal';
import { milestones } from './milestones/milestone.resource';
import { tasks } from './tasks/task.resource';
import { userStories } from './userstories/userstory.resource';

/** Sprints, epics, user stories and tasks. */
export default defineService({ name: 'backlog', resources: [milestones, epics, userStories, tasks], internal });
