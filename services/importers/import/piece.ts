import type { ProjectContext } from '../../../lib/contracts/project-context';
import type { PortableDocument } from '../../../lib/contracts/portable-actions';
import type { Filter } from '../../../lib/contracts/store';
import { sectionPlaces } from '../../../lib/dumps/kinds';
import type { DumpItem, SectionName } from '../../../lib/dumps/types';
import { portablePage } from '../export/pages';
import { KnownAccounts } from './accounts';
import { SectionImport } from './section-import';
import type { ImportWorker } from './worker';

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
  await sections.run(only(item));
  if (sections.hasRefs) await call('projects.raiseRefs', { project: context.id, highest: sections.refs.highest });
  if (item.section === 'milestones') await worker.node.invalidate({ projectMilestones: [context.id] });
  const promoted = [...sections.storiesOfIssues].map(([id, promoted_to]) => ({ id, set: { promoted_to } }));
  if (promoted.length > 0) await call('issues.amend', { collection: 'issues', project: context.id, changes: promoted });
  await call('history.tallyRestored', { project: context.id });
  return sections.lastId;
}

async function* only(item: DumpItem): AsyncGenerator<DumpItem> {
  yield await Promise.resolve(item);
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
  if (typeof issue === 'number') sections.know('issues', await find('issues', { ref: issue }));
}
