/** Somebody at a code host. */
export interface Person {
  /** At the host; null when the event doesn't tell it. */
  id: string | null;
  name: string;
  /** Of the profile; empty for none. */
  url: string;
}

export interface Commit {
  id: string;
  url: string;
  message: string;
  author: Person;
}

export interface PushEvent {
  kind: 'push';
  commits: Commit[];
}

export type IssueAction = 'opened' | 'edited' | 'closed' | 'reopened';

/** What an event tells of an issue at the host; texts that are missing are empty. */
export interface IssueFacts {
  number: string;
  url: string;
  author: Person;
  /** Address of the repository. */
  repository: string;
}

export interface IssueEvent extends IssueFacts {
  kind: 'issue';
  action: IssueAction;
  title: string;
  description: string;
  isClosed: boolean;
}

export interface CommentEvent extends IssueFacts {
  kind: 'comment';
  text: string;
  commentUrl: string;
}

/** What a hook tells; null for events without meaning (hooks.md, Events). */
export type HostEvent = PushEvent | IssueEvent | CommentEvent | null;

/** Reads the event out of a payload from outside. @param name the event's name in the header, if the host sends one */
export type EventReader = (payload: Payload, name: string) => HostEvent;

/** A part of a payload; nothing in it can be relied on. */
export type Payload = Readonly<Record<string, unknown>>;

/** The object at a path of a payload; an empty one when there is none. */
export function objectAt(payload: Payload, ...path: readonly string[]): Payload {
  const found = valueAt(payload, path);
  return typeof found === 'object' && found !== null && !Array.isArray(found) ? (found as Payload) : {};
}

/** The objects of the list at a path. */
export function objectsAt(payload: Payload, ...path: readonly string[]): Payload[] {
  const found = valueAt(payload, path);
  return Array.isArray(found) ? found.filter((item): item is Payload => typeof item === 'object' && item !== null) : [];
}

/** The text, or number, at a path; empty when there is none. */
export function textAt(payload: Payload, ...path: readonly string[]): string {
  const found = valueAt(payload, path);
  if (typeof found === 'number') return String(found);
  return typeof found === 'string' ? found.replaceAll('\0', '') : '';
}

function valueAt(payload: Payload, path: readonly string[]): unknown {
  let value: unknown = payload;
  for (const name of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Payload)[name];
  }
  return value;
}
