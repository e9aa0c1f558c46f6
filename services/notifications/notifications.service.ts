import { defineService } from '../../mixins/service';
import * as internal from './policies.internal';
import { policies } from './policies.resource';

/** Who hears of what, and how. */
export default defineService({
  name: 'notifications',
  resources: [policies],
  internal: { ...internal },
});
