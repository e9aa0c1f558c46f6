import { withActions } from '../../lib/resource/define';
import { defineService } from '../../mixins/service';
import { epicActions } from './epics/epic.actions';
import { epics } from './epics/epic.resource';
import { internal } from './internal';
import { milestoneActions } from './milestones/milestone.actions';
import { milestones } from './milestones/milestone.resource';
import { taskActions } from './tasks/task.actions';
import { tasks } from './tasks/task.resource';
import { userStoryActions } from './userstories/userstory.actions';
import { userStories } from './userstories/userstory.resource';

/** Sprints, epics, user stories and tasks. */
export default defineService({
  name: 'backlog',
  resources: [
    withActions(milestones, milestoneActions),
    withActions(epics, epicActions),
    withActions(userStories, userStoryActions),
    withActions(tasks, taskActions),
  ],
  internal,
});
