import { defineService } from '../../mixins/service';
import { allMyProjectsActions } from './all-my-projects.actions';
import { bulkActions } from './bulk-memberships.actions';
import { invitationActions } from './invitations.actions';
import { membershipActions } from './memberships.actions';
import { portableActions } from '../../lib/resource/portable';
import { memberships } from './memberships.resource';
import * as people from './people.internal';
import { portables } from './portable';
import { roles } from './roles.resource';
import { copyMembers, setUp } from './set-up.internal';
import * as standing from './standing.internal';

/** Who belongs to which project, and in which role. */
export default defineService({
  name: 'memberships',
  resources: [memberships, roles],
  actions: [...membershipActions, ...bulkActions, ...allMyProjectsActions, ...invitationActions],
  internal: { ...people, ...standing, setUp, copyMembers, ...portableActions(portables) },
});
