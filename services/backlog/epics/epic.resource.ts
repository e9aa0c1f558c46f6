import type { Resource } from '../../../lib/resource/define';
import { f } from '../../../lib/resource/fields';
import { defineElement } from '../../../lib/resource/traits/define-element';
import { elementFilters } from '../../../lib/resource/traits/element.filters';
import { randomEpicColour } from '../../../lib/text/colours';
import { loadProgress } from './epic-progress';
import { lastPlace, traits, type Epic } from './epic';
import { recordedEpics } from './epic.history';
import { hooks } from './epic.rules';
import { detailForm, listForm, varies } from './epic.serialize';

/** Epics (epics.md). */
export const epics: Resource<Epic> = defineElement<Epic>(traits, {
  recorded: recordedEpics,
  fields: {
    color: f.colour({ initial: randomEpicColour, keptByPut: true }),
    epics_order: f.place({ initial: lastPlace, keptByPut: true }),
    client_requirement: f.boolean(),
    team_requirement: f.boolean(),
  },
  filters: elementFilters(traits.statuses),
  defaultOrder: ['project', 'epics_order', 'ref'],
  indexes: [
    { fields: ['project', 'id'] },
    { fields: ['project', 'epics_order', 'ref'] },
    { fields: ['project', 'status'] },
    { fields: ['project', 'owner'] },
    { fields: ['project', 'assigned_to'] },
    { fields: ['project', 'created_date'] },
    { fields: ['project', 'modified_date'] },
  ],
  load: async (request, documents) => ({ ...(await loadProgress(request, documents)) }),
  serialize: { list: listForm, detail: detailForm, varies },
  hooks,
});
