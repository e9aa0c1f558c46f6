import { progressOf } from '../../../../services/backlog/epics/epic-progress';

describe('the progress of epics', () => {
  it('adds 1 for a closed story and the share of closed tasks of an open one', () => {
    const stories = [
      { id: 1, epic_ids: [10], is_closed: true },
      { id: 2, epic_ids: [10, 11], is_closed: false },
      { id: 3, epic_ids: [11], is_closed: false },
      { id: 4, epic_ids: [99], is_closed: true },
    ];
    const tasks = new Map([[2, { total: 4, open: 3 }]]);
    expect(progressOf([10, 11, 12], stories, tasks)).toEqual([
      { id: 10, total: 2, progress: 1.25 },
      { id: 11, total: 2, progress: 0.25 },
      { id: 12, total: 0, progress: null },
    ]);
  });
});
