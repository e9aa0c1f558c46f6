import type { ChangeAction, ChangeEntry, ElementKind } from '../../../lib/contracts/changes';
import type { ProjectContext } from '../../../lib/contracts/project-context';
import type { PushMessage } from '../../../lib/contracts/push';
import { frontAddress, subjectOf } from '../addresses';

/** Milliseconds for which clients show one. */
const timeout = 10_000;

const words: Partial<Record<ElementKind, { title: string; line(ref: number | null, subject: string): string }>> = {
  userstory: { title: 'User story', line: (ref, subject) => `US #${String(ref)} - ${subject}` },
  task: { title: 'Task', line: (ref, subject) => `Task #${String(ref)} - ${subject}` },
  issue: { title: 'Issue', line: (ref, subject) => `Issue: #${String(ref)} - ${subject}` },
};

const verbs: Record<ChangeAction, string> = { create: 'created', change: 'changed', delete: 'deleted' };

/** The live notifications of an entry; kinds without them give none (events.md, Live notifications). */
export function liveMessages(entry: ChangeEntry, context: ProjectContext, site: string, readers: readonly number[]): PushMessage[] {
  const word = words[entry.kind];
  if (!word) return [];
  const subject = subjectOf(entry);
  const data = {
    title: `${word.title} ${verbs[entry.action]}`,
    body: `Project: ${context.name}\n${word.line(subject.ref, subject.title)}`,
    url: entry.action === 'delete' ? null : frontAddress(site, context.slug, subject),
    timeout,
    id: entry.id,
  };
  return readers.map((user) => ({ key: `live_notifications.${user}`, session: 'not-existing', data }));
}
