import type { Filter } from '../../../lib/contracts/store';
import type { ProjectContext } from '../../../lib/contracts/project-context';
import type { FieldErrors, Hooks } from '../../../lib/resource/define';
import type { Draft } from '../../../lib/resource/draft';
import type { RestRequest } from '../../../lib/resource/request';
import { longestSlug } from '../../../lib/resource/slug-field';
import { demandKnownWatchers, watchBySelf } from '../../../lib/resource/traits/element.rules';
import { infoHeaders } from '../../../lib/resource/traits/places';
import { nextFreeSlug, slugOrNull } from '../../../lib/text/slug';
import { emptyMilestone } from './milestone-contents';
import type { Milestone } from './milestone';

type MilestoneDraft = Draft<Milestone>;

/** What a sprint does beyond keeping its fields (milestones.md). */
export const hooks: Hooks<Milestone> = {
  prepare: ({ request, before, after }) => {
    if (before === null) after.owner = request.user?.id ?? null;
  },
  validate: async (draft, errors) => {
    refuseBackwards(draft, errors);
    refuseOtherProject(draft, errors);
    await demandKnownWatchers(draft, errors);
  },
  beforeSave: async (draft) => {
    await watchBySelf(draft, []);
    await deriveSlug(draft);
  },
  afterSave: showChange,
  afterDestroy: async (draft) => {
    await emptyMilestone(draft.request, draft.after);
    await showChange(draft);
  },
};

function refuseBackwards({ after }: MilestoneDraft, errors: FieldErrors): void {
  if ('estimated_start' in errors || 'estimated_finish' in errors) return;
  if (after.estimated_start > after.estimated_finish) errors.__all__ = ['The estimated start must be previous to the estimated finish.'];
}

/** What a sprint holds belongs to its project. */
function refuseOtherProject({ before, after }: MilestoneDraft, errors: FieldErrors): void {
  if (before && before.project !== after.project && !('project' in errors))
    errors.project = ['The project of a milestone cannot be changed.'];
}

/** Only without a slug of its own a new sprint, or one whose slug was emptied, gets one from its name. */
export const derivesSlug = ({ before, after, body }: MilestoneDraft): boolean => after.slug === '' || (before === null && !body.slug);

async function deriveSlug(draft: MilestoneDraft): Promise<void> {
  if (!derivesSlug(draft)) return;
  const { request, after } = draft;
  const base = slugOrNull(after.name).slice(0, longestSlug);
  const filter: Filter = { project: after.project, slug: { prefix: base }, id: { ne: after.id } };
  const similar = await request.node.store.collection<Milestone>('milestones').find({ filter, fields: ['slug'] });
  after.slug = nextFreeSlug(base, new Set(similar.map(({ slug }) => slug)));
}

/** Elements show their sprint, and projects list their sprints, from memory. */
async function showChange({ request, after }: MilestoneDraft): Promise<void> {
  await request.node.invalidate({ milestones: [after.id], projectMilestones: [after.project] });
}

/** All sprints of the project that the list is filtered by, whatever the other filters. */
export function listTotals(request: RestRequest, { id: project }: ProjectContext): Record<string, Filter> {
  if (request.query.project === undefined) return {};
  return { opened: { project, closed: { ne: true } }, closed: { project, closed: true } };
}

export function listHeaders({ opened, closed }: Record<string, number>): Record<string, string> {
  if (opened === undefined || closed === undefined) return {};
  return { ...infoHeaders('total-opened-milestones', String(opened)), ...infoHeaders('total-closed-milestones', String(closed)) };
}
