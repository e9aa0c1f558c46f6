import { PlaceClock } from '../../../lib/resource/traits/places';
import type { Element, ElementTraits } from '../../../lib/resource/traits/element';

/** An epic as stored. Its stories keep the relation to it. */
export type Epic = Element & {
  color: string;
  epics_order: number;
  client_requirement: boolean;
  team_requirement: boolean;
};

export const collectionName = 'epics';

export const traits: ElementTraits = {
  path: 'epics',
  title: 'Epic',
  kind: 'epic',
  noun: 'epic',
  statuses: 'epic_statuses',
  defaultStatus: 'default_epic_status',
  customAttributes: 'epic_custom_attributes',
  valuesKey: 'epic',
  foreignStatus: 400,
  dueDates: false,
};

const places = new PlaceClock(1);

/** Default places come last: the present time in milliseconds. */
export const lastPlace = () => places.take();
