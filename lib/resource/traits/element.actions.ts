import type { Resource, RestAction } from '../define';
import { readingActions } from './by-ref.actions';
import { customValueActions } from './custom-values.actions';
import { viewPermission, type Element, type ElementTraits } from './element';
import { voteActions, watchActions } from './marks.actions';

/**
 * What there is to do with every kind of element beside making, editing and deleting it (reading with neighbors, custom
 * values, votes, watchers), with the kind's own actions between.
 */
export function elementActions<D extends Element>(resource: Resource<D>, traits: ElementTraits, own: readonly RestAction[]): RestAction[] {
  const view = viewPermission(traits.noun);
  return [
    ...readingActions(resource, traits),
    ...own,
    ...customValueActions(resource, traits),
    ...voteActions(resource, view),
    ...watchActions(resource, view),
  ];
}
