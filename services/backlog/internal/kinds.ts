import type { StoredKind } from '../../../lib/resource/traits/element.internal';

/** The kinds of elements with a ref that this service keeps. */
export const kinds: readonly StoredKind[] = [
  { kind: 'epic', collection: 'epics', reference: 'epic' },
  { kind: 'userstory', collection: 'userstories', reference: 'us' },
  { kind: 'task', collection: 'tasks', reference: 'task' },
];
