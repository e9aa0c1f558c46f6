import { can, modifyOrComment } from '../../../lib/resource/access';
import { defineResource, type Resource } from '../../../lib/resource/define';
import { f } from '../../../lib/resource/fields';
import { readingActions } from '../../../lib/resource/traits/by-ref.actions';
import { customValueActions } from '../../../lib/resource/traits/custom-values.actions';
import { permission, viewPermission } from '../../../lib/resource/traits/element';
import { elementFields } from '../../../lib/resource/traits/element.fields';
import { elementFilters } from '../../../lib/resource/traits/element.filters';
import { elementHooks } from '../../../lib/resource/traits/element.rules';
import { composedHooks } from '../../../lib/resource/traits/hooks';
import { voteActions, watchActions } from '../../../lib/resource/traits/marks.actions';
import { randomEpicColour } from '../../../lib/text/colours';
import { bulkCreate } from './epic-bulk.actions';
import { countsOfEpics } from './epic-progress';
import { csvAction } from './epic.csv';
import { collectionName, traits, type Epic } from './epic';
import { facets } from './epic.facets';
import { history } from './epic.history';
import { hooks } from './epic.rules';
import { detailForm, listForm, varies } from './epic.serialize';
import { relatedStoryActions } from './related-stories.actions';

const view = viewPermission(traits.noun);
const late = () => epics;

/** Epics (epics.md). */
export const epics: Resource<Epic> = defineResource<Epic>({
  path: traits.path,
  title: traits.title,
  collection: collectionName,
  parent: 'project',
  listPermission: view,
  versioned: true,
  referenced: true,
  fields: {
    ...elementFields(traits),
    color: f.colour({ initial: randomEpicColour, keptByPut: true }),
    epics_order: f.integer({ initial: () => Date.now(), keptByPut: true }),
    client_requirement: f.boolean(),
    team_requirement: f.boolean(),
  },
  access: {
    list: can(view),
    create: can(permission(traits, 'add')),
    update: modifyOrComment(permission(traits, 'modify'), permission(traits, 'comment')),
    destroy: can(permission(traits, 'delete')),
    leave: can(permission(traits, 'delete')),
    enter: can(permission(traits, 'add')),
  },
  filters: elementFilters(traits.statuses),
  defaultOrder: ['project', 'epics_order', 'ref'],
  indexes: [
    { fields: ['project', 'epics_order', 'ref'] },
    { fields: ['project', 'status'] },
    { fields: ['project', 'owner'] },
    { fields: ['project', 'assigned_to'] },
    { fields: ['project', 'created_date'] },
    { fields: ['project', 'modified_date'] },
    { fields: ['votes.id'], multi: true },
    { fields: ['watches.id'], multi: true },
    { fields: ['tags'], multi: true },
    { fields: ['terms'], multi: true },
  ],
  unique: [{ fields: ['project', 'ref'], error: () => ({ ref: ['This ref is taken.'] }) }],
  references: { users: ['owner', 'assigned_to'], projects: ['project'] },
  load: countsOfEpics,
  serialize: { list: listForm, detail: detailForm, varies },
  history,
  hooks: composedHooks<Epic>(elementHooks(traits), hooks),
  actions: [
    ...readingActions(traits, late),
    facets,
    csvAction,
    bulkCreate,
    ...relatedStoryActions,
    ...customValueActions(traits, late),
    ...voteActions(traits.path, view, late),
    ...watchActions(traits.path, view, late),
  ],
});
