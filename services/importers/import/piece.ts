import type { ProjectContext } from '../../../lib/contracts/project-context';
import type { PortableDocument } from '../../../lib/contracts/portable-actions';
import type { Filter } from '../../../lib/contracts/store';
import { sectionPlaces } from '../../../lib/dumps/kinds';
import type { DumpItem, SectionName } from '../../../lib/dumps/types';
import { portablePage } from '../export/pages';
import { isObject } from '../../../lib/resource/values';
import { KnownAccounts } from './accounts';
import { dumpError } from './errors';
import { SectionImport } from './section-import';
import type { ImportWorker } from './worker';

/** Lists whose items share the refs of a project. */
const withRefs = ['user_stories', 'tasks', 'issues', 'epics'] as const;

type ListName = Exclude<SectionName, 'timeline'>;

/** Adds one item to a project that is in use. @returns the id of what was made */
export async function itemIn(worker: ImportWorker, context: ProjectContext, requester: number, item: DumpItem): Promise<number> {
  const { call } = worker;
  const owner = context.owner ?? requester;
  const accounts = new KnownAccounts(worker.node, call);
  const sections = new SectionImport(worker, { context, owner }, accounts, {
    takeRef: () => call('projects.takeRefs', { project: context.id, count: 1 }),
  });
  await lookUp(worker, context.id, item, sections);
  const tasks = tasksBeside(item);
  const wrong = tasks
    .map((task) => sections.errorsOf('tasks', { ...task.item, milestone: null }))
    .filter((errors) => Object.keys(errors).length > 0);
  if (wrong.length > 0) throw dumpError('tasks', { tasks: wrong });
  await sections.run(each([item]));
  const made = sections.lastId;
  await sections.run(each(tasks));
  if (sections.hasRefs) await call('projects.raiseRefs', { project: context.id, highest: sections.refs.highest });
  if (item.section === 'milestones') await worker.node.invalidate({ projectMilestones: [context.id] });
  const promoted = [...sections.storiesOfIssues].map(([id, promoted_to]) => ({ id, set: { promoted_to } }));
  if (promoted.length > 0) await call('issues.amend', { collection: 'issues', project: context.id, changes: promoted });
  await call('history.tallyRestored', { project: context.id });
  return made;
}

async function* each(items: readonly DumpItem[]): AsyncGenerator<DumpItem> {
  for (const item of items) yield await Promise.resolve(item);
}

/** The tasks that a sprint carries, which belong to no story. */
function tasksBeside({ section, item }: DumpItem): (DumpItem & { section: 'tasks' })[] {
  const { name, tasks_without_us: tasks } = item as unknown as { name?: unknown; tasks_without_us?: unknown };
  if (section !== 'milestones' || !Array.isArray(tasks)) return [];
  const own = { milestone: name, user_story: null };
  // What is no object is refused when it is read.
  return (tasks as unknown[]).map((task) => ({ section: 'tasks', item: isObject(task) ? { ...task, ...own } : task }) as never);
}

/** What the item names is looked up instead of remembered. */
async function lookUp(worker: ImportWorker, project: number, { item }: DumpItem, sections: SectionImport): Promise<void> {
  const sent = item as unknown as Record<string, unknown>;
  const find = async (list: ListName, where: Filter): Promise<PortableDocument | undefined> => {
    const { service, collection } = sectionPlaces[list];
    const { documents } = await portablePage(worker.call, service, { collection, project, where, sort: ['id'] });
    return documents[0];
  };
  const { user_story: story, generated_from_issue: issue } = sent;
  for (const milestone of await worker.call('backlog.milestonesOf', { projects: [project] })) sections.know('milestones', { ...milestone });
  if (typeof story === 'number') sections.know('user_stories', await find('user_stories', { ref: story }));
  // Also a text of digits is one.
  const ref = typeof sent.ref === 'string' ? Number(sent.ref) : sent.ref;
  const taken = Number.isSafeInteger(ref) ? await Promise.all(withRefs.map((list) => find(list, { ref: ref as number }))) : [];
  if (taken.some((found) => found !== undefined)) sections.occupy(ref as number);
  if (typeof issue === 'number') sections.know('issues', await find('issues', { ref: issue }));
}
