import type { ElementReference } from '../../../lib/contracts/element-cards';
import type { SettingKind } from '../../../lib/contracts/project-context';
import { apiError } from '../../../lib/errors';
import type { Commit, PushEvent } from './events';
import { referencesOf } from './references';
import { authorOf, changeElement, statusOf, type HookWork } from './work';
import { mentionComment, statusComment } from './words';

const statuses: Record<ElementReference['kind'], SettingKind> = {
  epic: 'epic_statuses',
  us: 'us_statuses',
  task: 'task_statuses',
  issue: 'issue_statuses',
};

/** Statuses and mentions of all commits, in order. What was done before an error stays (hooks.md, Push). @throws 400 */
export async function applyPush(work: HookWork, { commits }: PushEvent): Promise<void> {
  for (const commit of commits) await applyCommit(work, commit);
}

async function applyCommit(work: HookWork, commit: Commit): Promise<void> {
  const { statuses: moved, mentions } = referencesOf(commit.message);
  if (moved.length + mentions.length === 0) return;
  const elements = await elementsOf(work, [...new Set([...moved.map(({ ref }) => ref), ...mentions])]);
  const actor = await authorOf(work, commit.author);
  for (const { ref, slug } of moved) await changeStatus(work, commit, elementIn(elements, ref), slug, actor);
  for (const ref of mentions) {
    const { kind, id } = elementIn(elements, ref);
    await changeElement(work.request, { kind, id, actor, values: {}, comment: mentionComment(commit, work.hostName, kind) });
  }
}

async function elementsOf({ request, context }: HookWork, refs: number[]): Promise<Map<number, ElementReference>> {
  const wanted = { project: context.id, refs };
  const found = await Promise.all([request.call('backlog.elementsByRef', wanted), request.call('issues.elementsByRef', wanted)]);
  return new Map(found.flat().map((element) => [element.ref, element]));
}

function elementIn(elements: ReadonlyMap<number, ElementReference>, ref: number): ElementReference {
  const element = elements.get(ref);
  if (!element) throw apiError('BAD_REQUEST', "The referenced element doesn't exist");
  return element;
}

async function changeStatus(work: HookWork, commit: Commit, element: ElementReference, slug: string, actor: number): Promise<void> {
  const { request, context, hostName } = work;
  const known = context.settings[statuses[element.kind]];
  const status = known.find((item) => item.slug === slug);
  if (!status) throw apiError('BAD_REQUEST', "The status doesn't exist");
  const present = await statusOf(request, element);
  const from = known.find(({ id }) => id === present)?.name ?? '';
  const comment = statusComment(commit, hostName, from, status.name);
  await changeElement(request, { kind: element.kind, id: element.id, actor, values: { status: status.id }, comment });
}
