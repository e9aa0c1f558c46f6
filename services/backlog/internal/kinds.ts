import type { StoredKind } from '../../../lib/resource/traits/element.internal';

/** The kinds of elements with a ref that this service keeps. */
export const kinds: readonly StoredKind[] = [
  { kind: 'epic', collection: 'epics', reference: 'epic' },
  { kind: 'userstory', collection: 'userstories', reference: 'us' },
  { kind: 'task', collection: 'tasks', reference: 'task' },
];

/** Those that code hosts find by their external_reference (hooks.md). */
export const kindsWithReferences = kinds.filter(({ kind }) => kind !== 'epic');
