import type { NodeTools } from '../../lib/contracts/node';
import type { TagColor } from '../../lib/contracts/project-context';
import { projectsOf, type Project } from './documents';
import { withNewTags } from './tags.rules';

type Tools = Pick<NodeTools, 'store' | 'invalidate'>;

/** How often a change of tags that lost a race is made again. */
const attempts = 20;

/**
 * Changes the tags of a project in one compare-and-set. The change is made anew when another one came first.
 * @param change gives the new list, or null to leave it
 */
export async function changeTags(tools: Tools, id: number, change: (project: Project) => TagColor[] | null): Promise<void> {
  const projects = projectsOf(tools.store);
  for (let attempt = 0; attempt < attempts; attempt++) {
    const project = await projects.findById(id);
    const tags = project && change(project);
    if (!tags) return;
    const version = (project.tags_version as number | undefined) ?? null;
    const matched = await projects.updateOne(
      { id, tags_version: version },
      { set: { tags_colors: tags, tags_version: (version ?? 0) + 1 } },
    );
    if (matched === 0) continue;
    await tools.invalidate({ projects: [id] }, ['tags']);
    return;
  }
  throw new Error(`The tags of project ${id} change too often`);
}

/** Adds the tags that the project doesn't know; a colour of a known one is ignored (conventions.md §11). */
export async function learnTags(tools: Tools, id: number, tags: readonly TagColor[]): Promise<void> {
  await changeTags(tools, id, ({ tags_colors }) => {
    const all = withNewTags(tags_colors, tags);
    return all.length === tags_colors.length ? null : all;
  });
}
