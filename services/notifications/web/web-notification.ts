import type { CollectionDeclaration, Store } from '../../../lib/contracts/store';
import type { Document } from '../../../lib/resource/document';

/** What somebody is told in the client (notifications.md, Web notifications). */
export const eventTypes = { assigned: 1, mentioned: 2, addedAsWatcher: 3, addedAsMember: 4, comment: 5, mentionedInComment: 6 } as const;

export type EventType = (typeof eventTypes)[keyof typeof eventTypes];

export interface WebFacts {
  event_type: EventType;
  user: number;
  /** As it was at the moment, as sent out. */
  data: Record<string, unknown>;
  created: string;
  read: string | null;
  /** 1 until it is read: unread ones come first. */
  unread: 0 | 1;
  /** What it was made for, so that it is made once. */
  origin: string;
}

export type WebNotification = Document & WebFacts;

export const webNotifications: CollectionDeclaration = {
  name: 'web_notifications',
  indexes: [{ fields: ['user', 'unread', 'read', 'created'] }, { fields: ['origin'], unique: true }],
};

export const webNotificationsOf = (store: Store) => store.collection<WebNotification>(webNotifications.name);
