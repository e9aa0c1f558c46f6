import type { NodeTools } from '../../../lib/contracts/node';
import type { PortableProject } from '../../../lib/contracts/restore-actions';
import type { PortableDocument } from '../../../lib/contracts/portable-actions';
import type { SwimlaneLimit } from '../../../lib/contracts/project-context';
import { internalFields, portableResource, restoredDocuments } from '../../../lib/resource/operations/restored';
import type { Portable } from '../../../lib/resource/portable';
import { projectsOf } from '../documents';
import { settingResources } from '../settings';
import { takeLimitIds } from '../settings/swimlane.rules';
import { templatesOf } from '../templates/template.document';

/** What is configured in a project travels with it. */
export const portables: readonly Portable[] = settingResources.map((resource) =>
  resource.collection === 'swimlanes'
    ? portableResource(resource, {
        async restore(values, context, { node }) {
          const lanes = await restoredDocuments(resource, values, context, node);
          return Promise.all(lanes.map(async (lane, index) => ({ ...lane, limits: await numberedLimits(node, values[index]?.limits) })));
        },
      })
    : portableResource(resource),
);

async function numberedLimits({ store }: NodeTools, limits: unknown): Promise<SwimlaneLimit[]> {
  const wanted = (limits ?? []) as Omit<SwimlaneLimit, 'id'>[];
  const first = wanted.length === 0 ? 0 : await takeLimitIds(store, wanted.length);
  return wanted.map((limit, index) => ({ ...limit, id: first + index }));
}

/** What doesn't leave the installation: secrets of the inbound hooks, and what is derived. */
const omitted = new Set<string>([...internalFields, 'modules', 'fans']);

/** The document of a project for a dump. */
export async function portableProject({ store }: NodeTools, id: number): Promise<PortableProject | null> {
  const stored = await projectsOf(store).findById(id);
  if (!stored) return null;
  const template = stored.creation_template === null ? null : await templatesOf(store).findById(stored.creation_template);
  const project = Object.fromEntries(Object.entries(stored).filter(([key]) => !omitted.has(key))) as PortableDocument;
  return { project, template: template?.slug ?? null, logo: stored.logo?.original ?? null };
}
