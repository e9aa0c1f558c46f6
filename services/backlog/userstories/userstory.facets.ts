import { facetsAction, peopleFacet, rolesFacet, settingFacet, tagsFacet, type Facet } from '../../../lib/resource/traits/facets';
import { traits, type UserStory } from './userstory';
import { userStories } from './userstory.resource';

/** The epics of the stories are counted; their cards are loaded by the kit. */
const epicsFacet: Facet = {
  parameters: ['epic', 'exclude_epic'],
  field: 'epic_ids',
  unwind: true,
  entries: ({ counts, view }) => {
    const epics = [...counts].flatMap(([id, count]) => {
      const card = view.epic(id);
      return card ? [{ id: card.id, ref: card.ref, subject: card.subject, order: card.id, count }] : [];
    });
    return [{ id: null, ref: null, subject: null, order: 0, count: counts.get(null) ?? 0 }, ...epics];
  },
};

export const facets = facetsAction<UserStory>(traits.path, () => userStories, {
  statuses: settingFacet('status', 'us_statuses'),
  assigned_to: peopleFacet('assigned_to', 'assigned_to'),
  assigned_users: { ...peopleFacet('assigned_users', 'assignees', { pictures: true }), unwind: true },
  owners: peopleFacet('owner', 'owner', { pictures: true, onlyCounted: true }),
  tags: tagsFacet(),
  epics: epicsFacet,
  roles: rolesFacet('assignees', true),
});
