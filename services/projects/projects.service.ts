import { defineService } from '../../mixins/service';
import { copyActions } from './copies.actions';
import { internal } from './internal';
import { logoActions } from './logo.actions';
import { messageActions } from './messages/contact.actions';
import { peopleOfProjectActions } from './people.actions';
import { projectActions } from './projects.actions';
import { projects } from './projects.resource';
import { followRemovals } from './removal';
import { secretActions } from './secrets.actions';
import { settingResources, swimlaneLimitActions } from './settings';
import { statsActions } from './stats/stats.actions';
import { tagActions } from './tags.actions';
import { projectTemplates } from './templates/template.resource';
import { seedTemplates } from './templates/template.seed';
import { transferActions } from './transfer.actions';

/** Projects, their templates and settings. */
export default defineService({
  name: 'projects',
  resources: [projectTemplates, projects, ...settingResources],
  actions: [
    ...projectActions,
    ...peopleOfProjectActions,
    ...tagActions,
    ...secretActions,
    ...logoActions,
    ...transferActions,
    ...copyActions,
    ...statsActions,
    ...messageActions,
    ...swimlaneLimitActions,
  ],
  internal,
  collections: [
    { name: 'contacts', indexes: [{ fields: ['project'] }] },
    { name: 'feedback', indexes: [] },
  ],
  async started(node) {
    await seedTemplates(node.store);
    followRemovals(node);
  },
});
