import { defineService } from '../../mixins/service';
import { accountsCollection } from './accounts/account';
import { createAdministrator } from './accounts/administrator';
import { applicationTokensCollection } from './applications/application-tokens';
import { applicationActions } from './applications/applications.actions';
import { applicationsCollection } from './applications/applications';
import { internal } from './auth.internal';
import { deniedTokensCollection, purgeDeniedTokens } from './login/denied-tokens';
import { loginActions } from './login/login.actions';
import { providerLinksCollection } from './login/provider-links';
import { refreshActions } from './login/refresh.actions';
import { registerActions } from './login/register.actions';
import { personalTokenActions } from './personal-tokens/personal-tokens.actions';
import { personalTokensCollection } from './personal-tokens/personal-tokens';
import { startMaintenance, stopMaintenance } from './maintenance';
import { constantsActions } from './settings/constants.actions';
import { projectSettingsCollection } from './settings/project-settings';
import { projectSettingsActions } from './settings/project-settings.actions';
import { storageCollection } from './settings/user-storage';
import { storageActions } from './settings/user-storage.actions';
import { avatarActions } from './users/avatar.actions';
import { editActions } from './users/edit.actions';
import { emailActions } from './users/email.actions';
import { exportActions } from './users/export.actions';
import { marksActions } from './users/marks.actions';
import { mediaActions } from './users/media.actions';
import { passwordActions } from './users/password.actions';
import { peopleActions } from './users/people.actions';
import { readActions } from './users/read.actions';

export default defineService({
  name: 'auth',
  actions: [
    ...[loginActions, refreshActions, registerActions].flat(),
    ...[
      readActions,
      editActions,
      avatarActions,
      emailActions,
      passwordActions,
      exportActions,
      peopleActions,
      marksActions,
      mediaActions,
    ].flat(),
    ...[storageActions, projectSettingsActions, constantsActions, applicationActions, personalTokenActions].flat(),
  ],
  internal,
  collections: [
    ...[accountsCollection, deniedTokensCollection, providerLinksCollection],
    ...[storageCollection, projectSettingsCollection],
    ...[applicationsCollection, applicationTokensCollection, personalTokensCollection],
  ],
  outboxes: [accountsCollection.name],
  started: async (node) => {
    await createAdministrator(node);
    await purgeDeniedTokens(node);
    startMaintenance(node);
  },
  stopped: (node) => {
    stopMaintenance(node);
    return Promise.resolve();
  },
});
