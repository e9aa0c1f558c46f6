import type { Portable } from '../../lib/resource/portable';
import { portableElement } from '../../lib/resource/traits/element.portable';
import { settingOf } from '../../lib/resource/traits/element.serialize';
import { traits } from './issue';
import { issues } from './issue.resource';

/** Issues travel with their project. */
export const portables: readonly Portable[] = [
  portableElement(issues, (issue, context) => {
    issue.is_closed = settingOf(context, traits.statuses, issue.status)?.is_closed ?? false;
  }),
];
