import { facetsAction, peopleFacet, rolesFacet, settingFacet, tagsFacet } from '../../lib/resource/traits/facets';
import { issues } from './issue.resource';

export const facets = facetsAction(issues, {
  types: settingFacet('type', 'issue_types'),
  statuses: settingFacet('status', 'issue_statuses'),
  priorities: settingFacet('priority', 'priorities'),
  severities: settingFacet('severity', 'severities'),
  assigned_to: peopleFacet('assigned_to', 'assigned_to'),
  owners: peopleFacet('owner', 'owner', { onlyCounted: true }),
  tags: tagsFacet(),
  roles: rolesFacet(),
});
