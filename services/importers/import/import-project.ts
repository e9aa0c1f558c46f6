import { slicesOf } from '../../../lib/chunks';
import type { PortableService } from '../../../lib/contracts/portable-actions';
import type { DumpSource } from '../../../lib/dumps/types';
import type { ReadProject } from '../../../lib/dumps/read/project-in';
import { KnownAccounts } from './accounts';
import { dumpError } from './errors';
import { SectionImport } from './section-import';
import { demandProject, setUpProject, type SetUpProject } from './set-up';
import type { ImportWorker } from './worker';

export type { ImportWorker } from './worker';

export interface ImportOptions {
  /** Becomes owner and administrator, whatever the source says. */
  owner: number;
  /** Whether the timeline tells of the project's creation, when that doesn't come with the source; true when left out. */
  tellsCreation?: boolean;
  /** The timeline is made of the histories of the elements: for sources that have none of their own. */
  tellsHistory?: boolean;
}

/** Texts that are rendered anew in one call. */
const batchSize = 100;

/**
 * Makes a project of a source. Nobody sees it before it is complete; when it fails, the job removes what was made.
 * @returns the id of the project
 * @throws ApiError 400 `{error, details}` for wrong items (dumps.md, Import), NOT_ENOUGH_SLOTS
 */
export async function importProject(worker: ImportWorker, source: DumpSource, options: ImportOptions): Promise<number> {
  const read = demandProject(source.project);
  if (read.roles.length === 0) throw dumpError('roles', { roles: [{ name: ['We needed at least one role'] }] });
  return importRead(worker, { read, logo: source.project.logo, items: () => source.items() }, options);
}

/** As {@link importProject}, for a project that was read already. */
export async function importRead(
  worker: ImportWorker,
  source: { read: ReadProject; logo: DumpSource['project']['logo'] } & Pick<DumpSource, 'items'>,
  { owner, tellsCreation = true, tellsHistory = false }: ImportOptions,
): Promise<number> {
  const accounts = new KnownAccounts(worker.node, worker.call);
  const project = await setUpProject(worker, source, owner, accounts);
  const sections = new SectionImport(worker, project, accounts, { tellsHistory });
  await sections.run(source.items());
  await joinElements(worker, project, sections);
  if (tellsCreation && !sections.hasCreation) await tellCreation(worker, project);
  await complete(worker, project, sections);
  await worker.call('projects.raiseRefs', { project: project.context.id, highest: sections.refs.highest });
  await open(worker, project, accounts);
  return project.context.id;
}

/** Stories and what they were made of know one another. */
async function joinElements({ call }: ImportWorker, { context: { id: project } }: SetUpProject, sections: SectionImport): Promise<void> {
  const stories = sections.storiesOfTasks.flatMap(({ story, task }) => {
    const origin = sections.tasks.get(task);
    return origin ? [{ id: story, set: { generated_from_task: origin.id, origin_task: origin } }] : [];
  });
  const tasks = new Map<number, number[]>();
  for (const { id, set } of stories) tasks.set(set.origin_task.id, [...(tasks.get(set.origin_task.id) ?? []), id]);
  const promoted = (made: ReadonlyMap<number, number[]>) => [...made].map(([id, promoted_to]) => ({ id, set: { promoted_to } }));
  for (const changes of slicesOf(stories, batchSize)) await call('backlog.amend', { collection: 'userstories', project, changes });
  for (const changes of slicesOf(promoted(tasks), batchSize)) await call('backlog.amend', { collection: 'tasks', project, changes });
  for (const changes of slicesOf(promoted(sections.storiesOfIssues), batchSize))
    await call('issues.amend', { collection: 'issues', project, changes });
}

/** The timeline begins with the project. */
async function tellCreation({ call }: ImportWorker, { context, owner }: SetUpProject): Promise<void> {
  const { id, slug, name, description, created_date: at } = context;
  const entry = {
    ...{ kind: 'project', object: id, action: 'create', actor: null, restored_author: owner, at, activity_day: at.slice(0, 10) },
    ...{ event_type: 'projects.project.create', event_data: { project: { id, slug, name, description } }, shown_diff: {} },
    ...{ listed: false, in_timeline: true },
  };
  await call('history.restore', { collection: 'history_entries', context, documents: [entry] });
}

/** Texts that name elements are rendered once all of these are there. */
async function complete({ call, signal }: ImportWorker, { context }: SetUpProject, { unfinished }: SectionImport): Promise<void> {
  for (const [key, all] of unfinished) {
    const [service = '', collection = ''] = key.split('.');
    for (const ids of slicesOf(all, batchSize)) {
      signal.throwIfAborted();
      await call(`${service as PortableService}.completeRestored`, { collection, context, ids });
    }
  }
}

/** The project becomes its people's. */
async function open(worker: ImportWorker, { read, context, owner, memberships }: SetUpProject, accounts: KnownAccounts): Promise<void> {
  const { call, signal } = worker;
  const project = context.id;
  const { is_private = true, anon_permissions = [], public_permissions = [] } = read.values;
  signal.throwIfAborted();
  await call('history.tallyRestored', { project });
  for (const documents of slicesOf(memberships, batchSize))
    await call('memberships.restore', { collection: 'memberships', context, documents });
  const watchers = read.watchers.flatMap((address) => accounts.of(address) ?? []);
  if (watchers.length > 0) await call('notifications.joinProject', { project, users: watchers });
  await call('projects.setRestored', { project, set: { owner, is_private, anon_permissions, public_permissions }, opens: true });
}
