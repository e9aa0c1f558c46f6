import { donePoints, milestoneStats, sprintDays } from '../../../../../services/backlog/milestones/milestone-stats.rules';
import type { ProjectContext } from '../../../../../lib/contracts/project-context';
import { projectContext } from '../../../../support/contexts';

const context = projectContext();
const values: ProjectContext['settings']['points'] = [null, 0.5, 3, 8].map((value, id) => ({ id, project: 1, name: '', order: id, value }));
const board = { ...context, settings: { ...context.settings, points: values } };
const sprint = { name: 'Sprint', estimated_start: '2030-02-27', estimated_finish: '2030-03-01' };
const story = (id: number, points: Record<string, number>, finish_date: string | null = null) => ({
  ...{ id, points, finish_date, is_closed: finish_date !== null },
});
const task = (user_story: number | null, finished_date: string | null = null) => ({
  ...{ user_story, finished_date, is_closed: finished_date !== null, is_iocaine: false },
});

describe('the points done', () => {
  it('are those of a story without tasks on the day it was finished', () => {
    const stories = [story(1, { '7': 2, '8': 1 }, '2030-02-28T23:59:59.999Z'), story(2, { '7': 3 })];
    expect(donePoints(stories, [], board)).toEqual([{ day: '2030-02-28', points: 3.5 }]);
  });

  it('are shared by the tasks of a story, also while it is open', () => {
    const tasks = [task(1, '2030-02-28T00:00:00.000Z'), task(1), task(null, '2030-02-28T00:00:00.000Z')];
    expect(donePoints([story(1, { '7': 3 })], tasks, board)).toEqual([{ day: '2030-02-28', points: 4 }]);
  });
});

describe('the days of a sprint', () => {
  it('go from its start to its finish over the end of a month, with an even pace to zero', () => {
    expect(sprintDays(sprint, 10, [])).toEqual([
      { day: '2030-02-27', name: 27, open_points: 10, optimal_points: 10 },
      { day: '2030-02-28', name: 28, open_points: 10, optimal_points: 5 },
      { day: '2030-03-01', name: 1, open_points: 10, optimal_points: 0 },
    ]);
  });

  it('count what was done before on the first one, and what was done after the end nowhere', () => {
    const done = ['2031-01-01', '2030-02-28', '1999-01-01'].map((day, index) => ({ day, points: index + 1 }));
    expect(sprintDays(sprint, 10, done).map(({ open_points }) => open_points)).toEqual([7, 5, 5]);
  });

  it('are one day with all points for a sprint of one day', () => {
    expect(sprintDays({ ...sprint, estimated_finish: sprint.estimated_start }, 4, [])).toMatchObject([{ optimal_points: 4 }]);
  });

  it('end some time for a sprint that never does', () => {
    expect(sprintDays({ ...sprint, estimated_finish: '9999-12-31' }, 4, []).length).toBeLessThan(4000);
  });
});

describe('the statistics', () => {
  it('add up each role without those that nobody estimated, and list those of closed stories in the same order', () => {
    const stories = [story(1, { '9': 2, '10': 0, '8': 1 }), story(2, { '8': 1, '9': 3 }, '2030-02-27T10:00:00.000Z')];
    expect(milestoneStats(sprint, board, stories, [task(1), task(null, '2030-02-27T10:00:00.000Z')])).toMatchObject({
      ...{ total_points: { '8': 1, '9': 11 }, completed_points: [0.5, 8], total_userstories: 2, completed_userstories: 1 },
      ...{ total_tasks: 2, completed_tasks: 1, iocaine_doses: 0 },
    });
  });
});
