import type { InternalHandlers } from '../../mixins/service';
import { countedDays, tally } from './activity';
import { portableActions } from '../../lib/resource/portable';
import { copyComments } from './comment-copies';
import { historyEntries, type HistoryEntry } from './entry';
import { portables } from './portable';
import { record } from './record.internal';

export const internal: InternalHandlers<'history'> = {
  record,
  copyComments,
  async wikiChanges({ project }, { node }) {
    const rows = await node.store
      .collection<HistoryEntry>(historyEntries.name)
      .group({ by: 'actor', filter: { project, kind: 'wikipage', listed: true } });
    return rows.map(({ key, count }) => ({ key: key as number | null, count }));
  },
  reserveEvents: ({ count }, { node }) => node.store.take('timeline_events', count),
  tallyRestored: ({ project }, call) => tally(project, call),
  ...portableActions(portables),
  async removeProject({ project }, { node }) {
    await node.store.collection<HistoryEntry>(historyEntries.name).remove({ project });
    await node.store.collection(countedDays.name).remove({ id: project });
  },
};
