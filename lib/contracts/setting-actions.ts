import type { InternalAction } from './internal-action';
import type { SettingItem, SettingKind } from './project-context';

/** A deleted setting of a project and what takes its place. */
export interface SettingRemoval {
  project: number;
  kind: SettingKind;
  id: number;
  moveTo: number | null;
}

/** The settings of a project, and what those who keep elements do when they change. */
export interface SettingActions {
  /** Which project a setting belongs to; null for an unknown id. */
  'projects.projectOfSetting': InternalAction<{ kind: SettingKind; id: number }, number | null>;
  /** Adds a setting, e.g. the points `?` that a role needs. */
  'projects.addSetting': InternalAction<{ kind: SettingKind; project: number; values: Partial<SettingItem> }, SettingItem>;
  /** A setting was deleted: elements with it get `moveTo`; values of a custom attribute go; stories follow their swimlane. */
  'backlog.settingRemoved': InternalAction<SettingRemoval, void>;
  'issues.settingRemoved': InternalAction<SettingRemoval, void>;
  /** `is_closed` of a status changed: its elements are closed or opened anew, and what follows from them. */
  'backlog.settingChanged': InternalAction<{ project: number; kind: SettingKind; id: number }, void>;
  'issues.settingChanged': InternalAction<{ project: number; kind: SettingKind; id: number }, void>;
  /** A project's first swimlane takes all its stories. */
  'backlog.firstSwimlane': InternalAction<{ project: number; swimlane: number }, void>;
  /**
   * The roles of a project changed (memberships.md §8): every user story gets unestimated points (the first by order
   * without value, made as `?` by `projects.addSetting` when there are none) for each computable role that it lacks;
   * entries of roles that aren't computable are dropped, and of those that are gone when some are. No history, no version.
   */
  'backlog.rolesChanged': InternalAction<{ project: number; gone: boolean }, void>;
}
