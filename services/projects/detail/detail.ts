import type { Reply } from '../../../lib/contracts/http';
import type { ProjectContext } from '../../../lib/contracts/project-context';
import { isAdministrator } from '../../../lib/resource/permissions';
import type { RestRequest } from '../../../lib/resource/request';
import { notFound } from '../../../lib/errors';
import { ownerRoom, type OwnerRoom } from '../limits';
import type { Project } from '../documents';
import { fragmentOf, joined, membersFragment, ownFragment, settingsFragment, type Fragment } from './fragments';
import { requesterFragment, surroundingsOf, type Surroundings } from './requester-facts';

/** Answers with the detail of a project (projects.md §3), put together from texts that mostly exist already. */
export async function answerProject(
  request: RestRequest,
  project: Project,
  status: number,
  headers?: Record<string, string>,
): Promise<Reply> {
  const [around, room] = await Promise.all([surroundingsOf(request, [project], true), ownerRoom(request, project)]);
  const context = around.contexts.get(project.id);
  if (!context) throw notFound('Project');
  const { language } = request.facts;
  const body = joined(
    ownFragment(project),
    membersFragment(context, around.users, language),
    settingsFragment(context, language),
    requesterFragment(request, project, context, around, false),
    milestonesFragment(project, around, room),
    administratorFragment(request, project, context, room),
  );
  return { status, body, headers };
}

function milestonesFragment(project: Project, around: Surroundings, room: OwnerRoom): Fragment {
  const milestones = around.milestones.get(project.id)?.milestones ?? [];
  return fragmentOf({
    milestones: milestones.map(({ id, slug, name, closed }) => ({ id, slug, name, closed })),
    is_out_of_owner_limits: room.isOutOfLimits,
  });
}

/** Keys that only administrators get. */
function administratorFragment(request: RestRequest, project: Project, context: ProjectContext, room: OwnerRoom): Fragment {
  if (!isAdministrator(context, request.user)) return '';
  return fragmentOf({
    is_private_extra_info: room.otherVisibility,
    max_memberships: room.maximumMemberships,
    epics_csv_uuid: project.epics_csv_uuid,
    userstories_csv_uuid: project.userstories_csv_uuid,
    tasks_csv_uuid: project.tasks_csv_uuid,
    issues_csv_uuid: project.issues_csv_uuid,
    transfer_token: project.transfer_token,
  });
}
