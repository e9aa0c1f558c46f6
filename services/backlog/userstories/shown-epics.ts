import type { View } from '../../../lib/resource/view';
import type { UserStory } from './userstory';

type Related = Pick<UserStory, 'epics' | 'project'>;

/** The epics of a story, also those of other projects that the requester sees, by project name, then ref; null for none. */
export function shownEpics(story: Related, view: View): Record<string, unknown>[] | null {
  const epics = story.epics.flatMap(({ id: epic }) => {
    const card = view.epic(epic);
    const context = card && view.projectOfEpic(card, story.project);
    if (!context) return [];
    const { id, ref, subject, color } = card;
    return [{ id, ref, subject, color, project: { id: context.id, name: context.name, slug: context.slug } }];
  });
  if (epics.length === 0) return null;
  return epics.sort((left, right) =>
    left.project.name < right.project.name ? -1 : left.project.name > right.project.name ? 1 : left.ref - right.ref,
  );
}

/** The projects of a story's epics, which their cards name; null for those that aren't shown. */
export const projectsOfEpics = ({ epics, project }: Related, view: View) =>
  epics.map(({ id }) => {
    const card = view.epic(id);
    return card && view.projectOfEpic(card, project);
  });

/** The place in the epic that the list is filtered by. */
export function placeInEpic(story: Pick<UserStory, 'epics'>, view: View): number | null {
  const epic = Number(view.query.epic);
  return story.epics.find(({ id }) => id === epic)?.order ?? null;
}
