import { apiError, validationError } from '../../../lib/errors';
import type { SettingKind } from '../../../lib/contracts/project-context';
import { demand, demandWritable, projectAdministrator } from '../../../lib/resource/access';
import type { RestAction } from '../../../lib/resource/define';
import type { Draft } from '../../../lib/resource/draft';
import { messages } from '../../../lib/resource/fields';
import { ok, type RestRequest } from '../../../lib/resource/request';
import { parsedId } from '../../../lib/resource/values';
import type { Setting } from './setting';

type DueDateKind = 'us_duedates' | 'task_duedates' | 'issue_duedates';
type DueDate = Pick<Setting, 'name' | 'order' | 'color' | 'by_default' | 'days_to_due'>;
type Template = { id: number } & Partial<Record<DueDateKind, DueDate[] | null>>;

/** For projects whose template is gone or has none. */
const builtIn: readonly DueDate[] = [
  { name: 'Default', order: 1, color: '#9dce0a', by_default: true, days_to_due: null },
  { name: 'Due soon', order: 2, color: '#ff9900', by_default: false, days_to_due: 14 },
  { name: 'Past due', order: 3, color: '#E44057', by_default: false, days_to_due: 0 },
];

const refusals: Record<DueDateKind, { keep: string; present: string }> = {
  us_duedates: {
    keep: "You can't delete the default due date status of a user story",
    present: 'Project does already have due dates',
  },
  task_duedates: {
    keep: "You can't delete the default due date status of a task",
    present: 'Project does already have task due dates',
  },
  issue_duedates: {
    keep: "You can't delete the default due date status of an issue",
    present: 'Project does already have issue due dates',
  },
};

/** The entry for elements without a nearer one has to stay. The check @throws 400 */
export function keepDefaultDueDate(kind: DueDateKind): (draft: Draft<Setting>) => void {
  return ({ after }) => {
    if (after.by_default) throw apiError('BAD_REQUEST', refusals[kind].keep);
  };
}

/** `POST /x-due-dates/create_default {project_id}` gives a project without any those of its template (project-settings.md §5). */
export function createDefaultDueDates(path: string, kind: DueDateKind): RestAction {
  return {
    name: 'createDefault',
    rest: { method: 'POST', path: `/${path}/create_default` },
    access: projectAdministrator,
    checksAccess: true,
    async handler(request) {
      const context = await request.context(projectIdOf(request));
      if (!context) throw validationError({ project_id: ["There's no project with that id"] });
      demand(projectAdministrator, { user: request.user, context, document: null, body: {} });
      demandWritable(context);
      if (context.settings[kind].length > 0) throw apiError('BAD_REQUEST', refusals[kind].present);
      const entries = await dueDatesOf(request, context.id, kind);
      await request.node.store.collection<Setting>(kind).insertMany(entries);
      await request.node.invalidate({ projects: [context.id] }, [kind]);
      return ok(entries);
    },
  };
}

function projectIdOf(request: RestRequest): number | null {
  const value = request.body.project_id;
  if (value === undefined || value === null || value === '') throw validationError({ project_id: [messages.required] });
  return parsedId(value);
}

async function dueDatesOf(request: RestRequest, project: number, kind: DueDateKind): Promise<Setting[]> {
  const { store } = request.node;
  const owner = await store.collection<{ id: number; creation_template: number | null }>('projects').findById(project);
  const template = owner?.creation_template
    ? await store.collection<Template>('project_templates').findById(owner.creation_template)
    : null;
  const entries = template?.[kind]?.length ? template[kind] : builtIn;
  const first = await store.take(kind satisfies SettingKind, entries.length);
  return entries.map((entry, index) => ({ id: first + index, ...entry, project }));
}
