import type { Collection, Store } from '../../lib/contracts/store';
import type { ProjectDocument } from '../../lib/resource/document';

/** A person's place in a project, or an invitation to one as long as `user` is null. */
export type Membership = ProjectDocument & {
  user: number | null;
  role: number;
  is_admin: boolean;
  /** The address invited with. */
  email: string | null;
  /** The same in lower case, for unanswered invitations only: unique in the project. */
  invited: string | null;
  /** Opens the unanswered invitation; known from its mail alone. */
  token: string | null;
  invited_by: number | null;
  invitation_extra_text: string | null;
  user_order: number;
  created_at: string;
  /** The member's present address; null for invitations. */
  user_email: string | null;
  /** Place in lists within the project, see `sortKeyOf`. */
  sort_key: string;
};

export type Role = ProjectDocument & {
  name: string;
  slug: string;
  order: number;
  computable: boolean;
  /** Null is kept as sent and counts as none. */
  permissions: string[] | null;
};

export const membershipsOf = (store: Store): Collection<Membership> => store.collection<Membership>('memberships');
export const rolesOf = (store: Store): Collection<Role> => store.collection<Role>('roles');
