import type { ProjectContext } from '../../lib/contracts/project-context';
import type { RestRequest } from '../../lib/resource/request';
import type { Membership } from './documents';

/** Sends each invitation, and tells each new member; what can't be sent is logged. */
export async function mailMembers(request: RestRequest, context: ProjectContext, memberships: readonly Membership[]): Promise<void> {
  const { caches } = request.node;
  const members = memberships.map(({ user }) => user).filter((user) => user !== null);
  const [inviter, cards] = await Promise.all([request.user ? caches.users.one(request.user.id) : null, caches.users.many(members)]);
  const name = inviter?.full_name_display ?? '';
  const language = (user: number) => cards.get(user)?.lang ?? '';
  await Promise.all(
    memberships.map((membership) =>
      membership.user === null
        ? mailInvitation(request, context, membership, name)
        : mailMember(request, context, membership, name, language(membership.user)),
    ),
  );
}

async function mailInvitation(
  { node, facts }: RestRequest,
  context: ProjectContext,
  membership: Membership,
  inviter: string,
): Promise<void> {
  const { email, token, invitation_extra_text: extraText } = membership;
  if (email === null || token === null) return;
  const invitationUrl = `${node.config.addresses.site}/invitation/${token}`;
  const values = { inviter, project: context.name, extraText, invitationUrl };
  await node.mailer.sendTemplate('invitation', { to: email, language: facts.language, values });
}

async function mailMember(
  { node }: RestRequest,
  context: ProjectContext,
  membership: Membership,
  inviter: string,
  language: string,
): Promise<void> {
  if (membership.user_email === null) return;
  const values = { inviter, project: context.name, projectUrl: `${node.config.addresses.site}/project/${context.slug}` };
  await node.mailer.sendTemplate('membership_added', { to: membership.user_email, language, values });
}
