import { notFound } from '../../../lib/errors';
import { RestRequest } from '../../../lib/resource/request';
import { joined, fragmentOf, ownFragment } from '../detail/fragments';
import { requesterFragment, surroundingsOf } from '../detail/requester-facts';
import { projectsOf } from '../documents';

/** The project that an import made, as its answer tells it: without what depends on who asks (dumps.md, Import). */
export async function loadedForm(asker: RestRequest, id: number): Promise<string> {
  const { node, call } = asker;
  const project = await projectsOf(node.store).findById(id);
  const request = RestRequest.inside({ node, call, facts: null });
  const around = project && (await surroundingsOf(request, [project], false));
  const context = around?.contexts.get(id);
  if (!project || !around || !context) throw notFound('Project');
  const members = fragmentOf({ members: context.members.map(({ user }) => user) });
  const facts = requesterFragment(request, project, context, around, false).replace(/"my_permissions":\[.*?\]$/, '"my_permissions":[]');
  return joined(ownFragment(project), members, facts);
}
