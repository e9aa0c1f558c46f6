import type { ElementReference } from '../../../lib/contracts/element-cards';
import type { ExternalReference, OutsideChange } from '../../../lib/contracts/outside-actions';
import { apiError } from '../../../lib/errors';
import type { CommentEvent, IssueEvent } from './events';
import { authorOf, changeElement, type HookWork } from './work';
import { issueComment, linkNumbers, remarkComment } from './words';

/** Longest subject of an issue. */
const longestSubject = 500;

const referenceOf = ({ host }: HookWork, url: string): ExternalReference => [host, url];

/** An issue at the host was opened, edited, closed or opened again (hooks.md, Issue). @throws 400 */
export async function applyIssue(work: HookWork, event: IssueEvent): Promise<void> {
  if (event.title === '' || event.url === '') throw apiError('BAD_REQUEST', 'Invalid issue information');
  const { request, context } = work;
  const [known] = await request.call('issues.ofExternalReference', { project: context.id, reference: referenceOf(work, event.url) });
  if (!known) await createIssue(work, event);
  else if (event.action !== 'opened') await changeIssue(work, event, known);
}

async function createIssue(work: HookWork, event: IssueEvent): Promise<void> {
  const { request, context, hostName } = work;
  const actor = await authorOf(work, event.author);
  const status = event.isClosed ? closeStatus(work) : null;
  const reference = referenceOf(work, event.url);
  const id = await request.call('issues.createFromOutside', { project: context.id, actor, ...textsOf(work, event), status, reference });
  await changeElement(request, { kind: 'issue', id, actor, values: {}, comment: issueComment(event, hostName, 'created') });
}

const verbs = { edited: 'modified', closed: 'closed', reopened: 'reopened' } as const;

async function changeIssue(work: HookWork, event: IssueEvent, { kind, id }: ElementReference): Promise<void> {
  const { request, hostName } = work;
  if (event.action === 'opened') return;
  const comment = issueComment(event, hostName, verbs[event.action]);
  await changeElement(request, { kind, id, actor: await authorOf(work, event.author), values: valuesOf(work, event), comment });
}

function valuesOf(work: HookWork, event: IssueEvent): OutsideChange['values'] {
  if (event.action === 'edited') return textsOf(work, event);
  const status = event.action === 'closed' ? closeStatus(work) : work.context.defaults.default_issue_status;
  return status === null ? {} : { status };
}

function textsOf({ hostName }: HookWork, { title, description, repository }: IssueEvent) {
  return { subject: title.slice(0, longestSubject), description: linkNumbers(description, hostName, repository) };
}

/** The status that the host's settings name, else the first closed one; null when there is none. */
function closeStatus({ settings, context }: HookWork): number | null {
  const known = context.settings.issue_statuses;
  const named = known.find(({ id }) => id === settings.close_status);
  return (named ?? known.find(({ is_closed }) => is_closed))?.id ?? null;
}

/** Somebody commented on an issue at the host: all that stands for it hears of it (hooks.md, Issue comment). @throws 400 */
export async function applyComment(work: HookWork, event: CommentEvent): Promise<void> {
  if ([event.text, event.url, event.commentUrl].includes('')) throw apiError('BAD_REQUEST', 'Invalid issue comment information');
  const { request, context, hostName } = work;
  const wanted = { project: context.id, reference: referenceOf(work, event.url) };
  const found = await Promise.all([
    request.call('issues.ofExternalReference', wanted),
    request.call('backlog.ofExternalReference', wanted),
  ]);
  const elements = found.flat();
  if (elements.length === 0) return;
  const actor = await authorOf(work, event.author);
  const comment = remarkComment(event, hostName, event.commentUrl, linkNumbers(event.text, hostName, event.repository));
  for (const { kind, id } of elements) await changeElement(request, { kind, id, actor, values: {}, comment });
}
