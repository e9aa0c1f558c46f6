import { promotionOf } from '../../lib/resource/traits/promotion.actions';
import { noteStory } from './generated-stories';
import { traits } from './issue';
import { issues } from './issue.resource';

/** Makes a user story of an issue, which stays (userstories.md, Promotion). */
export const promotion = promotionOf(traits, issues, async (request, { element, copied }) => {
  const story = await request.call('backlog.promote', { ...copied, from: 'issue' });
  await noteStory(request, element.id, story);
  return story;
});
