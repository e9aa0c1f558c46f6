import { facetsAction, peopleFacet, settingFacet, tagsFacet } from '../../../lib/resource/traits/facets';
import { traits } from './epic';
import { epics } from './epic.resource';

export const facets = facetsAction(epics, {
  statuses: settingFacet('status', traits.statuses),
  assigned_to: peopleFacet('assigned_to', 'assigned_to'),
  owners: peopleFacet('owner', 'owner', { onlyCounted: true }),
  // Other than those of the other kinds, they are counted with the filter by tags (epics.md, List).
  tags: tagsFacet([]),
});
