import type { ChangeEntry } from './changes';
import type { InternalAction } from './internal-action';

/** How people watch one project; dropped by whoever makes, changes or removes a policy of it. */
export interface ProjectWatchers {
  /** Of the project. */
  id: number;
  /** The level by the id of each user with a policy. */
  levels: Record<string, number>;
  /** Number of policies whose level isn't none. */
  total_watchers: number;
}

/** What other services ask of those who keep how people watch projects. */
export interface NotificationActions {
  /** How people watch projects; a card for every project. See the cache `projectWatchers`, which keeps them. */
  'notifications.watchers': InternalAction<{ projects: number[] }, ProjectWatchers[]>;
  /** Makes or changes a policy; without a level it makes one (involved) only if there is none. */
  'notifications.watchProject': InternalAction<{ user: number; project: number; level?: number; live_level?: number }, void>;
  /** New members watch the project (involved), unless they have a policy already. */
  'notifications.joinProject': InternalAction<{ project: number; users: number[] }, void>;
  /** Users whose level isn't none. */
  'notifications.projectWatchers': InternalAction<{ project: number }, number[]>;
  /** Projects that the user watches, newest first. */
  'notifications.watchedProjects': InternalAction<{ user: number }, { project: number; since: string }[]>;
  /** Makes the web notifications of changes, each once. */
  'notifications.record': InternalAction<{ entries: ChangeEntry[] }, void>;
  'notifications.removeProject': InternalAction<{ project: number }, void>;
}
