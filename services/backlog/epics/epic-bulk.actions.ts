import { bulkCreation } from '../../../lib/resource/traits/bulk.actions';
import { settingIn } from '../../../lib/resource/traits/bulk-checks';
import { inTheirOrder } from '../../../lib/resource/traits/places';
import { traits } from './epic';
import { epics } from './epic.resource';

const foreignStatus = 'Invalid epic status id. The status must belong to the same project.';

/** Many epics at once, in the order of the lines (epics.md, Bulk). */
export const bulkCreate = bulkCreation(traits, epics, {
  lines: 'bulk_epics',
  values: (bulk) => ({ status: settingIn(bulk, 'status_id', traits.statuses, { refusal: foreignStatus }) }),
  place: (drafts) => {
    const places = inTheirOrder(drafts.map(({ after }) => after.epics_order));
    drafts.forEach(({ after }, index) => {
      after.epics_order = places[index] ?? after.epics_order;
    });
  },
});
