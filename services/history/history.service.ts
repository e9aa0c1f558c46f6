import { defineService } from '../../mixins/service';
import { historyEntries } from './entry';
import { record } from './record.internal';

export default defineService({
  name: 'history',
  internal: { record },
  collections: [historyEntries],
});
