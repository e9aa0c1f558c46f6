import type { GeneratedStory } from '../../lib/contracts/issue-actions';
import type { RestRequest } from '../../lib/resource/request';
import { detailKeys, dueDateKeys, elementKeys, elementVaries } from '../../lib/resource/traits/element.serialize';
import type { View } from '../../lib/resource/view';
import { traits, type Issue } from './issue';

/** The list form (issues.md, Object). */
export function listForm(issue: Issue, view: View): Record<string, unknown> {
  return Object.assign(elementKeys(issue, view, traits.statuses), dueDateKeys(issue, traits.statuses, view), {
    severity: issue.severity,
    priority: issue.priority,
    type: issue.type,
    milestone: issue.milestone,
    finished_date: issue.finished_date,
    external_reference: issue.external_reference,
  });
}

/** The detail form, without neighbors. */
export function detailForm(issue: Issue, view: View): Record<string, unknown> {
  return Object.assign(listForm(issue, view), detailKeys(issue), { generated_user_stories: generatedStories(issue, view) });
}

/** What `load` reads for the issues of an answer. */
type Loaded = { stories?: Map<number, GeneratedStory> };

/** The user stories made of the issues, for detail forms. */
export async function loadStories(request: RestRequest, issues: readonly Issue[], form: 'list' | 'detail'): Promise<Loaded> {
  const ids = form === 'list' ? [] : issues.flatMap(({ promoted_to }) => promoted_to);
  if (ids.length === 0) return {};
  const stories = await request.call('backlog.generatedStories', { ids });
  return { stories: new Map(stories.map((story) => [story.id, story])) };
}

function generatedStories({ promoted_to }: Issue, view: View): GeneratedStory[] | null {
  const { stories } = view.loaded as Loaded;
  const shown = promoted_to.flatMap((id) => stories?.get(id) ?? []);
  return shown.length > 0 ? shown : null;
}

/** What the forms depend on beside the issue and its cards. */
export function varies(issue: Issue, view: View): unknown[] {
  return [...elementVaries(issue, view), JSON.stringify(generatedStories(issue, view))];
}
