import type { ChangeEntry } from '../../../lib/contracts/changes';
import type { DocumentKind } from '../../../lib/contracts/outside-actions';
import type { Caller, NodeTools } from '../../../lib/contracts/node';
import type { ProjectContext } from '../../../lib/contracts/project-context';
import { renderText } from '../../../lib/resource/rendering';
import { now } from '../../../lib/resource/values';
import { changeObject, isCommentEvent } from './change';
import { elementObject } from './elements';
import { factsOf } from './facts';
import { userObject, type Stored } from './objects';

interface Asker {
  node: NodeTools;
  call: Caller;
}

/** The body that tells of a change, as it is signed and sent (webhooks.md, Delivery). */
export async function changeBody(asker: Asker, entry: ChangeEntry, context: ProjectContext): Promise<string> {
  const document = await documentOf(asker, entry);
  const facts = await factsOf(asker, entry, document);
  const html = entry.comment === '' ? '' : (await renderText(asker, context, entry.comment)).html;
  return JSON.stringify({
    action: entry.action,
    type: entry.kind,
    by: userObject(entry.actor, facts),
    date: now(),
    data: elementObject(entry.kind, document, context, facts, entry.action === 'delete'),
    ...(entry.action === 'change' && { change: changeObject(entry, html) }),
  });
}

const keepers = {
  epic: 'backlog.documents',
  userstory: 'backlog.documents',
  task: 'backlog.documents',
  issue: 'issues.documents',
  wikipage: 'wiki.documents',
} as const satisfies Partial<Record<DocumentKind, string>>;

/** The fate of an old comment is told with the element as it is now, anything else with that of the moment. */
async function documentOf({ call }: Asker, entry: ChangeEntry): Promise<Stored> {
  const { kind, object, document } = entry;
  if (!isCommentEvent(entry) || !(kind in keepers)) return document;
  const commented = kind as keyof typeof keepers;
  return (await call(keepers[commented], { kind: commented, ids: [object] }))[0] ?? document;
}

/** The body of a test in the name of a user. */
export async function testBody({ node }: Asker, user: number | null): Promise<string> {
  const users = await node.caches.users.many(user === null ? [] : [user]);
  const none = new Map<number, never>();
  const facts = { site: node.config.addresses.site, users, projects: none, milestones: none, stories: none, epics: none };
  return JSON.stringify({ action: 'test', type: 'test', by: userObject(user, facts), date: now(), data: { test: 'test' } });
}
