import { defineService } from '../../mixins/service';
import { internal } from './internal';
import { logoActions } from './logo.actions';
import { peopleOfProjectActions } from './people.actions';
import { projectActions } from './projects.actions';
import { projects } from './projects.resource';
import { finishRemovals } from './removal';
import { secretActions } from './secrets.actions';
import { settingResources } from './settings';
import { tagActions } from './tags.actions';
import { projectTemplates } from './templates/template.resource';
import { seedTemplates } from './templates/template.seed';

/** Projects, their templates and settings. */
export default defineService({
  name: 'projects',
  resources: [projectTemplates, projects, ...settingResources],
  actions: [...projectActions, ...peopleOfProjectActions, ...tagActions, ...secretActions, ...logoActions],
  internal,
  collections: [{ name: 'project_activities', indexes: [] }],
  async started(node) {
    await seedTemplates(node.store);
    finishRemovals(node);
  },
});
