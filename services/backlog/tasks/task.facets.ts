import { facetsAction, peopleFacet, rolesFacet, settingFacet, tagsFacet } from '../../../lib/resource/traits/facets';
import { tasks } from './task.resource';

export const facets = facetsAction(tasks, {
  statuses: settingFacet('status', 'task_statuses'),
  assigned_to: peopleFacet('assigned_to', 'assigned_to'),
  owners: peopleFacet('owner', 'owner', { onlyCounted: true }),
  tags: tagsFacet(),
  roles: rolesFacet(),
});
