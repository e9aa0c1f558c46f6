import type { AccountActions } from './account-actions';
import type { AttachmentActions } from './attachment-actions';
import type { CredentialActions } from './credential-actions';
import type { ElementActions } from './element-actions';
import type { IssueActions } from './issue-actions';
import type { MembershipActions } from './membership-actions';
import type { NotificationActions } from './notification-actions';
import type { OutsideActions } from './outside-actions';
import type { PortableActions } from './portable-actions';
import type { ProjectActions } from './project-actions';
import type { PromotionActions } from './promotion-actions';
import type { RestoreActions } from './restore-actions';
import type { RowActions } from './row-actions';
import type { SettingActions } from './setting-actions';
import type { StatsActions } from './stats-actions';
import type { WikiActions } from './wiki-actions';

/** Every action that services call on one another, by its name `service.action`. */
export interface InternalActions
  extends
    AccountActions,
    AttachmentActions,
    CredentialActions,
    ElementActions,
    IssueActions,
    MembershipActions,
    NotificationActions,
    OutsideActions,
    PortableActions,
    ProjectActions,
    PromotionActions,
    RestoreActions,
    RowActions,
    SettingActions,
    StatsActions,
    WikiActions {}
