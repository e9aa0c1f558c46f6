import { projectInfo, watcherKeys } from '../../lib/resource/traits/element.serialize';
import type { View } from '../../lib/resource/view';
import type { Page } from './page';

/** The form of a page, the same in lists (wiki.md, Wiki page). */
export function pageForm(page: Page, view: View): Record<string, unknown> {
  const { is_watcher, total_watchers } = watcherKeys(page.watches, view);
  return {
    project: page.project,
    project_extra_info: projectInfo(view.project(page.project)),
    is_watcher,
    total_watchers,
    id: page.id,
    slug: page.slug,
    content: page.content,
    owner: page.owner,
    last_modifier: page.last_modifier,
    created_date: page.created_date,
    modified_date: page.modified_date,
    html: page.content_html,
    editions: page.editions,
    version: page.version,
  };
}

/** What the form depends on beside the page and its project. */
export const varies = (page: Page, view: View): unknown[] => [watcherKeys(page.watches, view).is_watcher];
