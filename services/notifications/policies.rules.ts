/** How much somebody wants to hear of a project (notifications.md). */
export const levels = { involved: 1, all: 2, none: 3 } as const;

export type Level = (typeof levels)[keyof typeof levels];

export interface Levels {
  notify_level: number;
  live_notify_level: number;
  web_notify_level: boolean;
}

/** Of people who join or watch a project. */
export const joining: Levels = { notify_level: levels.involved, live_notify_level: levels.involved, web_notify_level: true };

/** Of members who had no policy yet when they asked for theirs. */
export const missing: Levels = { notify_level: levels.all, live_notify_level: levels.involved, web_notify_level: true };
