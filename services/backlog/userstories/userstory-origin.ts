import type { ElementReference } from '../../../lib/contracts/element-cards';
import type { Draft } from '../../../lib/resource/draft';
import { demandWritable } from '../../../lib/resource/access';
import { noteQuietly } from '../../../lib/resource/operations/quiet-note';
import { isListed } from '../../../lib/resource/permissions';
import type { RestRequest } from '../../../lib/resource/request';
import { elementsById } from '../../../lib/resource/traits/element.internal';
import { recordedTasks } from '../tasks/task.history';
import type { Origin, UserStory } from './userstory';

type OriginKind = 'issue' | 'task';

const viewing = { issue: 'view_issues', task: 'view_tasks' } as const;
const taskKind = { kind: 'task', collection: 'tasks', reference: 'task' } as const;

/** Ids of the issues or tasks that exist for the requester, for the check of links. */
export async function visibleOrigins(request: RestRequest, kind: OriginKind, ids: readonly number[]): Promise<number[]> {
  const found = await originsOf(request, kind, ids);
  const contexts = await request.node.caches.projects.many(found.map(({ project }) => project));
  return found.flatMap(({ id, project }) => {
    const context = contexts.get(project);
    return context && isListed(context, request.user, viewing[kind]) ? [id] : [];
  });
}

function originsOf(request: RestRequest, kind: OriginKind, ids: readonly number[]): Promise<ElementReference[]> {
  return kind === 'issue' ? request.call('issues.elementsById', { ids: [...ids] }) : elementsById(request.node.store, [taskKind], ids);
}

/** Keeps with the story what it shows of the issue or task that it was made of. */
export async function noteOrigins({ request, before, after }: Draft<UserStory>): Promise<void> {
  for (const kind of ['issue', 'task'] as const) {
    const id = after[`generated_from_${kind}`];
    if (id === (before?.[`generated_from_${kind}`] ?? null) || id === after[`origin_${kind}`]?.id) continue;
    const [origin] = id === null ? [] : await originsOf(request, kind, [id]);
    const context = origin && !before ? await request.context(origin.project) : null;
    // The origin gets a comment.
    if (context) demandWritable(context);
    after[`origin_${kind}`] = origin ? shown(origin) : null;
  }
}

const shown = ({ id, ref, subject }: ElementReference): Origin => ({ id, ref, subject });

/** The origin is gone. */
export async function forgetOrigin(request: RestRequest, kind: OriginKind, id: number): Promise<void> {
  const stories = request.node.store.collection<UserStory>('userstories');
  await stories.updateMany({ [`generated_from_${kind}`]: id }, { set: { [`generated_from_${kind}`]: null, [`origin_${kind}`]: null } });
}

/** The issue or task that a new story was made of gets a comment by the requester (userstories.md, Requests). */
export async function tellOrigin({ request, before, after, sent }: Draft<UserStory>): Promise<void> {
  if (before) return;
  const { id, ref, subject, generated_from_issue: issue, generated_from_task: task } = after;
  if (sent.has('generated_from_issue') && issue !== null)
    await request.call('issues.storyGenerated', { issue, story: { id, ref, subject } });
  if (sent.has('generated_from_task') && task !== null)
    await noteQuietly(recordedTasks, request, task, {
      comment: `Generating the user story #${ref} - ${subject}`,
      adds: { promoted_to: id },
    });
}
