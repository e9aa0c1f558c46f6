import type { ChangeEntry, ValueNames } from '../../../lib/contracts/changes';
import type { ProjectContext } from '../../../lib/contracts/project-context';
import { subjectOf, type Subject } from '../addresses';

/** What of an entry a mail is made of. */
export interface Told extends Pick<ChangeEntry, 'id' | 'object' | 'action' | 'actor' | 'at' | 'diff' | 'comment'> {
  names: ValueNames;
  /** As it is after the change. */
  subject: Subject;
  /** Description or content, shown of new elements. */
  text: string;
  project: { id: number; name: string; slug: string };
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

export function toldOf(entry: ChangeEntry, { id, name, slug }: ProjectContext): Told {
  const { object, action, actor, at, diff, comment, names, document } = entry;
  return {
    ...{ id: entry.id, object, action, actor, at, diff, comment, names },
    subject: subjectOf(entry),
    text: textOf(document.description ?? document.content),
    project: { id, name, slug },
  };
}
