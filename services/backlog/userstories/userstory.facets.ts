import { facetsAction, peopleFacet, rolesFacet, settingFacet, tagsFacet, type Facet } from '../../../lib/resource/traits/facets';
import type { Document } from '../../../lib/resource/document';
import { userStories } from './userstory.resource';

type EpicFacts = Document & { ref: number; subject: string; epics_order: number };

/** All epics of the project by their order, behind an entry for none. */
const epicsFacet: Facet = {
  parameters: ['epic', 'exclude_epic'],
  field: 'epic_ids',
  isArray: true,
  entries: async ({ request, context, counts }) => {
    const epics = await request.node.store.collection<EpicFacts>('epics').find({
      filter: { project: context.id },
      sort: ['epics_order', 'id'],
      fields: ['ref', 'subject', 'epics_order'],
    });
    return [
      { id: null, ref: null, subject: null, order: 0, count: counts.get(null) ?? 0 },
      ...epics.map(({ id, ref, subject, epics_order: order }) => ({ id, ref, subject, order, count: counts.get(id) ?? 0 })),
    ];
  },
};

export const facets = facetsAction(userStories, {
  statuses: settingFacet('status', 'us_statuses'),
  assigned_to: peopleFacet('assigned_to', 'assigned_to'),
  assigned_users: { ...peopleFacet('assigned_users', 'assignees', { pictures: true }), isArray: true },
  owners: peopleFacet('owner', 'owner', { pictures: true, onlyCounted: true }),
  tags: tagsFacet(),
  epics: epicsFacet,
  roles: rolesFacet('assignees', true),
});
