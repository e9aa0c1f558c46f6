import type { HistoryDeclaration } from '../../../lib/resource/define';
import type { Milestone } from './milestone';

/** What the history keeps of a sprint. */
export const history: HistoryDeclaration<Milestone> = {
  kind: 'milestone',
  freeze: ({ name, slug, owner, estimated_start, estimated_finish, closed, disponibility }) => ({
    ...{ name, slug, owner, estimated_start, estimated_finish, closed, disponibility },
  }),
  hidden: [],
  users: ['owner'],
  names: () => ({}),
};
