import { setUpAccess } from '../../../lib/resource/access';
import { defineResource } from '../../../lib/resource/define';
import { contextOf } from '../../../lib/resource/draft';
import { f } from '../../../lib/resource/fields';
import { q } from '../../../lib/resource/filters';
import { bulkUpdateOrder } from './setting-order.actions';
import { pushSetting } from './setting-push';
import { elementsFollowRemoval } from './setting-removal.rules';
import type { Setting } from './setting';
import { demandSameProject, refuseTakenName } from './setting.rules';
import { adoptStories, demandRemovable, limitsOfNew, swimlaneStatuses } from './swimlane.rules';

const taken = { name: ['Duplicated name'] };

/** Rows of the kanban board (project-settings.md §6). */
export const swimlanes = defineResource<Setting>({
  path: 'swimlanes',
  title: 'Swimlane',
  collection: 'swimlanes',
  parent: 'project',
  listPermission: 'view_project',
  timestamps: false,
  fields: {
    name: f.text({ required: true }),
    project: f.link('projects', { required: true }),
    order: f.computed(() => Date.now()),
    limits: f.computed(() => []),
  },
  access: setUpAccess,
  filters: { project: q.ids('project') },
  defaultOrder: ['project', 'order', 'name', 'id'],
  indexes: [{ fields: ['project', 'order', 'name'] }, { fields: ['limits.id'], multi: true }],
  unique: [{ fields: ['project', 'name'], error: () => taken }],
  references: { projects: ['project'] },
  serialize: {
    detail: ({ id, name, order, project, limits }, view) => ({
      id,
      name,
      order,
      project,
      statuses: swimlaneStatuses(limits ?? [], view.project(project), (text) => view.text(text)),
    }),
  },
  hooks: {
    validate: (draft, errors) => {
      demandSameProject(draft, errors);
      refuseTakenName(draft, 'swimlanes', errors, taken);
    },
    beforeSave: async (draft) => {
      if (draft.before === null) draft.after.limits = await limitsOfNew(draft.request.node, contextOf(draft));
    },
    afterSave: async (draft) => {
      await draft.request.node.invalidate({ projects: [draft.after.project] }, ['swimlanes']);
      if (draft.before === null) await adoptStories(draft);
      pushSetting(draft, 'swimlanes');
    },
    beforeDestroy: demandRemovable,
    afterDestroy: (draft) => elementsFollowRemoval(draft, 'swimlanes'),
  },
  actions: [bulkUpdateOrder('swimlanes', 'swimlanes', 'bulk_swimlanes')],
});
